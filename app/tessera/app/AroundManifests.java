package tessera.app;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import picocli.CommandLine;
import tessera.launch.Template;
import tessera.lint.subject.Manifest;
import tessera.lint.subject.Surroundings;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.ServerVersion;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.plan.survey.Around;
import tessera.plan.survey.Supply;

/** Reads of a cluster what manifests are checked against. */
final class AroundManifests {

    private static final Duration CONNECTED = Duration.ofSeconds(60);

    private AroundManifests() {}

    /**
     * Waits until the cluster was read, and asks it for the kinds that the manifests name. That its nodes may not
     * be listed is told.
     */
    static Surroundings known(ClusterDesk desk, List<String> texts, Duration patience, CommandLine command)
            throws Failure {
        var fleet = OneReading.of(desk.snapshots(), desk.accelerators(), OneReading.Need.NONE, patience);
        if (fleet.snapshot().nodeHealth() instanceof SourceHealth.Absent(var why)) {
            Complaints.remark(Problem.of(why.kind(), why.headline() + ": nothing is compared with the nodes"), command);
        }
        return read(desk, fleet.snapshot(), texts);
    }

    private static Surroundings read(ClusterDesk desk, Snapshot snapshot, List<String> texts) throws Failure {
        try {
            var lookups = desk.reached().lookups();
            var known = lookups.manifests();
            var kinds = new HashMap<String, List<String>>();
            var read = texts.stream().map(Manifest::read).toList();
            for (var manifest : read) {
                for (var object : manifest.objects()) {
                    kinds.put(object.apiVersion() + "/" + object.kind(),
                            Supply.versions(known, object.apiVersion(), object.kind()));
                }
            }
            return new Around(lookups).read(snapshot, kinds, read, Connected.namespace(desk, CONNECTED))
                    .served(version(desk));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Kind.TIMEOUT, "It was given up"), stopped);
        }
    }

    /** Rules that changed between versions go by it; a server that does not say is judged by none of them. */
    private static ServerVersion version(ClusterDesk desk) {
        try {
            return desk.reached().version();
        } catch (Failure _) {
            return ServerVersion.UNKNOWN;
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
