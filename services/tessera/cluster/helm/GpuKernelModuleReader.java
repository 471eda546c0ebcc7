package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tessera.cluster.object.ApiObjectReader;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** The GPU kernel modules that nodes have loaded, as node feature discovery reports them. */
final class GpuKernelModuleReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuKernelModuleReader.class);
    private static final String REPORTS = "/apis/nfd.k8s-sigs.io/v1alpha1/nodefeatures?limit=100";
    private static final String NODE = "nfd.node.kubernetes.io/node-name";
    private static final Set<String> FOR_GPUS = Set.of("nouveau", "nvidia");

    private final ApiObjectReader objects;

    /**
     * The kernel modules by node, and the problem if they could not be read.
     *
     * @param byNode of nodes that are not there nothing is known
     * @param problem    why not all reports could be read
     */
    record LoadedKernelModules(Map<String, Set<String>> byNode, Optional<Problem> problem) {}

    GpuKernelModuleReader(ApiObjectReader objects) {
        this.objects = objects;
    }

    LoadedKernelModules readLoadedModules() throws ProblemException, InterruptedException {
        var loaded = new HashMap<String, Set<String>>();
        try {
            boolean all = objects.forEachItem(REPORTS, MESSAGES.text("list.features"),
                    report -> readReport(report, loaded));
            return new LoadedKernelModules(loaded, all ? Optional.empty()
                    : Optional.of(Problem.of(OperationProblemKind.OVERLOADED, new HelmReason.NodeFeaturesTruncated())));
        } catch (ProblemException problemException) {
            return switch (problemException.problem().kind()) {
                // Without node feature discovery nobody has brought the kind into the cluster.
                case NOT_FOUND -> new LoadedKernelModules(loaded, Optional.empty());
                case FORBIDDEN -> new LoadedKernelModules(loaded, Optional.of(problemException.problem()));
                default -> throw problemException;
            };
        }
    }

    private static void readReport(JsonNode report, Map<String, Set<String>> loaded) {
        var flags = report.at("/spec/features/flags").path("kernel.loadedmodule");
        var node = report.at("/metadata/labels").path(NODE).asText("");
        // Of which node it is only the label tells, whatever its name; node feature discovery passes over others.
        if (!flags.isObject() || node.isEmpty()) {
            return;
        }
        var modules = loaded.computeIfAbsent(node, _ -> new TreeSet<>());
        flags.path("elements").fieldNames().forEachRemaining(module -> {
            if (FOR_GPUS.contains(module)) {
                modules.add(module);
            }
        });
    }
}
