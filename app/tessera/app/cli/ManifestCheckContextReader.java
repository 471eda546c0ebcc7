package tessera.app.cli;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import picocli.CommandLine;
import tessera.app.wiring.ClusterSelectionService;
import tessera.launch.WorkloadTemplate;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.ServerVersion;
import tessera.model.SnapshotCollectionHealth;
import tessera.plan.context.LintClusterContextReader;
import tessera.plan.context.ServedKindReader;
import tessera.text.MessageCatalog;

/** Reads from a cluster the context that manifests are checked against. */
final class ManifestCheckContextReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ManifestCheckContextReader.class);

    private static final Duration CONNECTED = Duration.ofSeconds(60);

    private ManifestCheckContextReader() {}

    /**
     * Waits for the cluster, and reads the context that the manifests' kinds need. That its nodes may not
     * be listed is told.
     */
    static ManifestTargetCluster readContext(ClusterSelectionService clusterSelection, List<String> texts,
            Duration timeout, CommandLine command) throws ProblemException {
        var fleet = ClusterSnapshotAwaiter.awaitFleet(clusterSelection.snapshots(), clusterSelection.accelerators(),
                ClusterSnapshotAwaiter.RequiredSnapshotCollection.NONE, timeout);
        if (fleet.snapshot().nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            CommandLineErrorPrinter.printRemark(
                    Problem.of(problem.kind(), MESSAGES.text("lint.withoutNodes", problem.headline())), command);
        }
        return readEnvironment(clusterSelection, fleet.snapshot(), texts);
    }

    private static ManifestTargetCluster readEnvironment(ClusterSelectionService clusterSelection,
            ClusterSnapshot clusterSnapshot, List<String> texts) throws ProblemException {
        try {
            var inputReader = clusterSelection.clusterServices().planLookups();
            var referenceReader = inputReader.manifests();
            var kinds = new HashMap<String, List<String>>();
            var read = texts.stream().map(KubernetesManifest::read).toList();
            for (var kubernetesManifest : read) {
                for (var object : kubernetesManifest.objects()) {
                    kinds.put(object.apiVersion() + "/" + object.kind(),
                            ServedKindReader.servedVersions(referenceReader, object.apiVersion(), object.kind()));
                }
            }
            return new LintClusterContextReader(inputReader)
                    .read(clusterSnapshot, kinds, read,
                            ClusterConnectionAwaiter.defaultNamespace(clusterSelection, CONNECTED))
                    .withServerVersion(readVersion(clusterSelection));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    /** Returns the server version that version-dependent rules go by; unknown where the server does not say. */
    private static ServerVersion readVersion(ClusterSelectionService clusterSelection) {
        try {
            return clusterSelection.clusterServices().version();
        } catch (ProblemException _) {
            return ServerVersion.UNKNOWN;
        }
    }

    /** Returns a template in the API version that the cluster serves. */
    static WorkloadTemplate adaptTemplate(ClusterSelectionService clusterSelection, WorkloadTemplate template,
            Duration timeout) throws ProblemException {
        if (template.olderTexts().isEmpty()) {
            return template;
        }
        ClusterSnapshotAwaiter.awaitSnapshot(clusterSelection.snapshots(),
                ClusterSnapshotAwaiter.RequiredSnapshotCollection.NONE, timeout);
        try {
            return template.forServedVersion(
                    ServedKindReader.servedVersions(clusterSelection.clusterServices().planLookups().manifests(),
                            template.apiVersion(), template.kindName()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }
}
