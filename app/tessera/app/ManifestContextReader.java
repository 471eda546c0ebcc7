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

/** Reads of a cluster what manifests are checked against. */
final class ManifestContextReader {

    private static final Duration CONNECTED = Duration.ofSeconds(60);

    private ManifestContextReader() {}

    /**
     * Waits until the cluster was read, and asks it for the kinds that the manifests name. That its nodes may not
     * be listed is told.
     */
    static ManifestEnvironment known(ClusterDesk desk, List<String> texts, Duration patience, CommandLine command)
            throws Failure {
        var fleet = SnapshotAwaiter.of(desk.snapshots(), desk.accelerators(), SnapshotAwaiter.RequiredSource.NONE,
                patience);
        if (fleet.snapshot().nodeHealth() instanceof SourceHealth.Absent(var why)) {
            CliErrors.remark(Problem.of(why.kind(), why.headline() + ": nothing is compared with the nodes"), command);
        }
        return read(desk, fleet.snapshot(), texts);
    }

    private static ManifestEnvironment read(ClusterDesk desk, Snapshot snapshot, List<String> texts) throws Failure {
        try {
            var lookups = desk.reached().lookups();
            var known = lookups.manifests();
            var kinds = new HashMap<String, List<String>>();
            var read = texts.stream().map(Manifest::read).toList();
            for (var manifest : read) {
                for (var object : manifest.objects()) {
                    kinds.put(object.apiVersion() + "/" + object.kind(),
                            KindSupply.versions(known, object.apiVersion(), object.kind()));
                }
            }
            return new ManifestContext(lookups)
                    .read(snapshot, kinds, read, ConnectionAwaiter.namespace(desk, CONNECTED))
                    .served(version(desk));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
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
    static WorkloadTemplate served(ClusterDesk desk, WorkloadTemplate template, Duration patience) throws Failure {
        if (template.older().isEmpty()) {
            return template;
        }
        SnapshotAwaiter.of(desk.snapshots(), desk.accelerators(), SnapshotAwaiter.RequiredSource.NONE, patience);
        try {
            return template.served(KindSupply.versions(desk.reached().lookups().manifests(), template.version(),
                    template.kind()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
