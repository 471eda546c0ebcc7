package tessera.cluster.mig;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.exec.ContainerCommandRun;
import tessera.exec.ContainerExecForwardClient;
import tessera.gpu.MigPlacementSource;
import tessera.gpu.ReportedMigPlacements;
import tessera.gpu.ReportedMigPlacements.ReportedMigInstance;
import tessera.mig.NvidiaSmiParser;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** Reader of MIG instance placements: from ResourceSlices, and by nvidia-smi in a container of the node. */
public final class MigPlacementReader implements MigPlacementSource {

    private static final List<String> VERSIONS = List.of("v1", "v1beta2", "v1beta1");
    private static final List<String> COMMAND = List.of("nvidia-smi", "mig", "-lgi");

    /** Who sees all GPUs of a node: what the name of the pod's owner ends in, and the container. The best first. */
    private static final List<NvidiaSmiContainer> KEEPERS = List.of(
            new NvidiaSmiContainer("mig-manager", "nvidia-mig-manager"),
            new NvidiaSmiContainer("driver-daemonset", "nvidia-driver-ctr"),
            new NvidiaSmiContainer("device-plugin-daemonset", "nvidia-device-plugin"),
            new NvidiaSmiContainer("device-plugin", "nvidia-device-plugin-ctr"));

    private final ApiObjectReader objects;
    private final ContainerExecForwardClient containerAccess;
    private final Clock clock;
    private final Map<String, ReportedMigPlacements> answers = new ConcurrentHashMap<>();

    private record NvidiaSmiContainer(String ownerSuffix, String container) {}

    /** @param containerAccess to the containers in which nvidia-smi is run */
    public MigPlacementReader(ApiObjectReader.ApiTransportSupplier transportSupplier,
            ContainerExecForwardClient containerAccess,
            Clock clock) {
        objects = new ApiObjectReader(transportSupplier);
        this.containerAccess = containerAccess;
        this.clock = clock;
    }

    @Override
    public ReportedMigPlacements readPublished(String node) throws ProblemException, InterruptedException {
        var told = ResourceSliceMigPlacementReader.readInstances(listSlices(node));
        return told.isEmpty() ? ReportedMigPlacements.NOTHING
                : new ReportedMigPlacements("the ResourceSlices of " + ResourceSliceMigPlacementReader.DRIVER,
                        clock.instant(), told);
    }

    private List<JsonNode> listSlices(String node) throws ProblemException, InterruptedException {
        for (var version : VERSIONS) {
            try {
                return objects.listAll("/apis/resource.k8s.io/" + version + "/resourceslices?limit=500&fieldSelector="
                        + ApiPathBuilder.encode("spec.nodeName=" + node), "list ResourceSlices");
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.NOT_FOUND) {
                    throw problemException;
                }
            }
        }
        return List.of();
    }

    @Override
    public ReportedMigPlacements readKnown(String node) throws ProblemException, InterruptedException {
        var answer = answers.get(node);
        return answer == null ? readPublished(node) : answer;
    }

    @Override
    public ReportedMigPlacements queryDriver(NodeWithBoundPods node) throws ProblemException, InterruptedException {
        for (var keeper : KEEPERS) {
            var pod = findPod(node, keeper);
            if (pod.isPresent()) {
                var answer = runNvidiaSmi(ObjectRef.pod(pod.get().namespace(), pod.get().name()), keeper.container());
                answers.put(node.name(), answer);
                return answer;
            }
        }
        throw new ProblemException(new Problem(OperationProblemKind.NOT_FOUND,
                "No container of %s can be asked".formatted(node.name()),
                "Neither a MIG manager nor a driver nor a device plugin of NVIDIA’s GPU stack runs there.", ""));
    }

    private static Optional<PodSummary> findPod(NodeWithBoundPods node, NvidiaSmiContainer keeper) {
        return node.pods().stream().filter(pod -> pod.owner().name().endsWith(keeper.ownerSuffix())
                && pod.owner().name().startsWith("nvidia-") && pod.status().equals("Running")).findFirst();
    }

    private ReportedMigPlacements runNvidiaSmi(ObjectRef pod, String container)
            throws ProblemException, InterruptedException {
        var commandResult = ContainerCommandRun.run(containerAccess, pod, container, COMMAND);
        var listing = NvidiaSmiParser.parseGpuInstances(commandResult.text());
        boolean none = listing.rows().isEmpty();
        if (!listing.unread().isEmpty() || (none && commandResult.code() == 0 && commandResult.text().isBlank())) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.GARBLED, "What nvidia-smi says of MIG instances is not understood")
                            .withDetail(String.join("\n", listing.unread())));
        }
        var told = new ArrayList<ReportedMigInstance>();
        listing.rows().forEach(
                row -> told.add(new ReportedMigInstance(row.gpu(), "", row.profile(), row.id(), row.placement())));
        return new ReportedMigPlacements("nvidia-smi in %s/%s".formatted(pod.namespace(), pod.name()), clock.instant(),
                told);
    }
}
