package tessera.app;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import tessera.lint.subject.Manifest;
import tessera.lint.subject.Surroundings;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/** Reads of a cluster what manifests are checked against. */
final class AroundManifests {

    private AroundManifests() {}

    /** Waits until the cluster was read, and asks it for the kinds that the manifests name. */
    static Surroundings read(ClusterDesk desk, List<String> texts, Duration patience) throws Failure {
        var fleet = OneReading.of(desk.snapshots(), desk.accelerators(), OneReading.Need.NODES, patience);
        try {
            var lookups = desk.reached().lookups().manifests();
            var kinds = new HashMap<String, Boolean>();
            for (var text : texts) {
                for (var object : Manifest.read(text).objects()) {
                    kinds.put(object.apiVersion() + "/" + object.kind(),
                            lookups.kind(object.apiVersion(), object.kind()).isPresent());
                }
            }
            return new Surroundings(fleet.snapshot(), kinds, lookups.claimed());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Kind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
