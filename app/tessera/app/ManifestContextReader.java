package tessera.app;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import picocli.CommandLine;
import tessera.launch.WorkloadTemplate;
import tessera.lint.manifest.Manifest;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ServerVersion;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.plan.context.KindSupply;
import tessera.plan.context.ManifestContext;

/** Reads from a cluster the context that manifests are checked against. */
final class ManifestContextReader {

    private static final Duration CONNECTED = Duration.ofSeconds(60);

    private ManifestContextReader() {}

    /**
     * Waits for the cluster, and reads the context that the manifests' kinds need. That its nodes may not
     * be listed is told.
     */
    static ManifestEnvironment readContext(ClusterDesk desk, List<String> texts, Duration timeout, CommandLine command)
            throws Failure {
        var fleet = SnapshotAwaiter.awaitFleet(desk.snapshots(), desk.accelerators(),
                SnapshotAwaiter.RequiredSource.NONE,
                timeout);
        if (fleet.snapshot().nodeHealth() instanceof SourceHealth.UnavailableSource(var problem)) {
            CliErrors.printRemark(
                    Problem.of(problem.kind(), problem.headline() + ": nothing is compared with the nodes"), command);
        }
        return readEnvironment(desk, fleet.snapshot(), texts);
    }

    private static ManifestEnvironment readEnvironment(ClusterDesk desk, Snapshot snapshot, List<String> texts)
            throws Failure {
        try {
            var lookups = desk.clusterServices().planLookups();
            var known = lookups.manifests();
            var kinds = new HashMap<String, List<String>>();
            var read = texts.stream().map(Manifest::read).toList();
            for (var manifest : read) {
                for (var object : manifest.objects()) {
                    kinds.put(object.apiVersion() + "/" + object.kind(),
                            KindSupply.servedVersions(known, object.apiVersion(), object.kind()));
                }
            }
            return new ManifestContext(lookups)
                    .read(snapshot, kinds, read, ConnectionAwaiter.defaultNamespace(desk, CONNECTED))
                    .withServerVersion(readVersion(desk));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }

    /** Returns the server version that version-dependent rules go by; unknown where the server does not say. */
    private static ServerVersion readVersion(ClusterDesk desk) {
        try {
            return desk.clusterServices().version();
        } catch (Failure _) {
            return ServerVersion.UNKNOWN;
        }
    }

    /** Returns a template in the API version that the cluster serves. */
    static WorkloadTemplate adaptTemplate(ClusterDesk desk, WorkloadTemplate template, Duration timeout)
            throws Failure {
        if (template.olderTexts().isEmpty()) {
            return template;
        }
        SnapshotAwaiter.awaitFleet(desk.snapshots(), desk.accelerators(), SnapshotAwaiter.RequiredSource.NONE, timeout);
        try {
            return template.forServedVersion(
                    KindSupply.servedVersions(desk.clusterServices().planLookups().manifests(), template.apiVersion(),
                            template.kindName()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
