package tessera.cluster.mig;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.exec.ContainerAccess;
import tessera.exec.OneShotCommand;
import tessera.insight.PlacementSource;
import tessera.insight.ReportedPlacements;
import tessera.insight.ReportedPlacements.ReportedInstance;
import tessera.mig.NvidiaSmiParser;
import tessera.model.Failure;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Reader of MIG instance placements: from ResourceSlices, and by nvidia-smi in a container of the node. */
public final class MigPlacementReader implements PlacementSource {

    private static final List<String> VERSIONS = List.of("v1", "v1beta2", "v1beta1");
    private static final List<String> COMMAND = List.of("nvidia-smi", "mig", "-lgi");

    /** Who sees all GPUs of a node: what the name of the pod's owner ends in, and the container. The best first. */
    private static final List<ExporterContainer> KEEPERS = List.of(
            new ExporterContainer("mig-manager", "nvidia-mig-manager"),
            new ExporterContainer("driver-daemonset", "nvidia-driver-ctr"),
            new ExporterContainer("device-plugin-daemonset", "nvidia-device-plugin"),
            new ExporterContainer("device-plugin", "nvidia-device-plugin-ctr"));

    private final ObjectLists objects;
    private final ContainerAccess door;
    private final Clock clock;
    private final Map<String, ReportedPlacements> answers = new ConcurrentHashMap<>();

    private record ExporterContainer(String ownerSuffix, String container) {}

    /** @param door to the containers in which nvidia-smi is run */
    public MigPlacementReader(ObjectLists.ServerRoute route, ContainerAccess door, Clock clock) {
        objects = new ObjectLists(route);
        this.door = door;
        this.clock = clock;
    }

    @Override
    public ReportedPlacements readPublished(String node) throws Failure, InterruptedException {
        var told = SliceMigPlacements.readInstances(listSlices(node));
        return told.isEmpty() ? ReportedPlacements.NOTHING
                : new ReportedPlacements("the ResourceSlices of " + SliceMigPlacements.DRIVER, clock.instant(), told);
    }

    private List<JsonNode> listSlices(String node) throws Failure, InterruptedException {
        for (var version : VERSIONS) {
            try {
                return objects.listAll("/apis/resource.k8s.io/" + version + "/resourceslices?limit=500&fieldSelector="
                        + ApiPaths.encode("spec.nodeName=" + node), "list ResourceSlices");
            } catch (Failure failure) {
                if (failure.problem().kind() != ProblemKind.NOT_FOUND) {
                    throw failure;
                }
            }
        }
        return List.of();
    }

    @Override
    public ReportedPlacements readKnown(String node) throws Failure, InterruptedException {
        var answer = answers.get(node);
        return answer == null ? readPublished(node) : answer;
    }

    @Override
    public ReportedPlacements queryDriver(NodeInfo node) throws Failure, InterruptedException {
        for (var keeper : KEEPERS) {
            var pod = findPod(node, keeper);
            if (pod.isPresent()) {
                var answer = runNvidiaSmi(ObjectRef.pod(pod.get().namespace(), pod.get().name()), keeper.container());
                answers.put(node.name(), answer);
                return answer;
            }
        }
        throw new Failure(new Problem(ProblemKind.NOT_FOUND, "No container of %s can be asked".formatted(node.name()),
                "Neither a MIG manager nor a driver nor a device plugin of NVIDIA’s GPU stack runs there.", ""));
    }

    private static Optional<PodFacts> findPod(NodeInfo node, ExporterContainer keeper) {
        return node.pods().stream().filter(pod -> pod.owner().name().endsWith(keeper.ownerSuffix())
                && pod.owner().name().startsWith("nvidia-") && pod.status().equals("Running")).findFirst();
    }

    private ReportedPlacements runNvidiaSmi(ObjectRef pod, String container) throws Failure, InterruptedException {
        var output = OneShotCommand.run(door, pod, container, COMMAND);
        var listing = NvidiaSmiParser.parseGpuInstances(output.text());
        boolean none = listing.rows().isEmpty();
        if (!listing.unread().isEmpty() || (none && output.code() == 0 && output.text().isBlank())) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "What nvidia-smi says of MIG instances is not understood")
                    .withDetail(String.join("\n", listing.unread())));
        }
        var told = new ArrayList<ReportedInstance>();
        listing.rows().forEach(
                row -> told.add(new ReportedInstance(row.gpu(), "", row.profile(), row.id(), row.placement())));
        return new ReportedPlacements("nvidia-smi in %s/%s".formatted(pod.namespace(), pod.name()), clock.instant(),
                told);
    }
}
