package tessera.app;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import tessera.launch.Template;
import tessera.lint.subject.Manifest;
import tessera.lint.subject.Surroundings;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.plan.survey.Supply;

/** Reads of a cluster what manifests are checked against. */
final class AroundManifests {

    private AroundManifests() {}

    /**
     * Waits until the cluster was read, and asks it for the kinds that the manifests name; empty where its nodes may not
     * be listed, which is told.
     */
    static Optional<Surroundings> known(ClusterDesk desk, List<String> texts, Duration patience, CommandLine command)
            throws Failure {
        var fleet = OneReading.of(desk.snapshots(), desk.accelerators(), OneReading.Need.NONE, patience);
        if (fleet.snapshot().nodeHealth() instanceof SourceHealth.Absent(var why)) {
            Complaints.remark(Problem.of(why.kind(), why.headline() + ": nothing is compared with the nodes"), command);
            return Optional.empty();
        }
        return Optional.of(read(desk, fleet.snapshot(), texts));
    }

    private static Surroundings read(ClusterDesk desk, Snapshot snapshot, List<String> texts) throws Failure {
        try {
            var lookups = desk.reached().lookups().manifests();
            var kinds = new HashMap<String, Boolean>();
            for (var text : texts) {
                for (var object : Manifest.read(text).objects()) {
                    kinds.put(object.apiVersion() + "/" + object.kind(),
                            lookups.kind(object.apiVersion(), object.kind()).isPresent());
                }
            }
            return new Surroundings(snapshot, kinds, lookups.claimed(), Supply.namespaces(lookups),
                    Supply.classes(lookups));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Kind.TIMEOUT, "It was given up"), stopped);
        }
    }

    /** A template in the version that the cluster serves of what it needs. */
    static Template served(ClusterDesk desk, Template template, Duration patience) throws Failure {
        if (template.older().isEmpty()) {
            return template;
        }
        OneReading.of(desk.snapshots(), desk.accelerators(), OneReading.Need.NONE, patience);
        try {
            return template.served(Supply.versions(desk.reached().lookups().manifests(), template.version(),
                    template.kind()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Kind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
