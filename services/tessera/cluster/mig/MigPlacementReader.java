package tessera.cluster.mig;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.exec.ContainerCommandRun;
import tessera.exec.ContainerExecForwardClient;
import tessera.gpu.MigPlacementSource;
import tessera.gpu.ReportedMigPlacements;
import tessera.gpu.ReportedMigPlacements.ReportedMigInstance;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;
import tessera.mig.NvidiaSmiParser;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Reader of MIG instance placements: from ResourceSlices, and by nvidia-smi in a container of the node. */
public final class MigPlacementReader implements MigPlacementSource {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigPlacementReader.class);
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
            ContainerExecForwardClient containerAccess, Clock clock) {
        objects = new ApiObjectReader(transportSupplier);
        this.containerAccess = containerAccess;
        this.clock = clock;
    }

    @Override
    public ReportedMigPlacements readPublished(String node) throws ProblemException, InterruptedException {
        var told = ResourceSliceMigPlacementReader.readInstances(listSlices(node));
        if (told.isEmpty()) {
            return ReportedMigPlacements.NOTHING;
        }
        return new ReportedMigPlacements(MESSAGES.text("source.slices", ResourceSliceMigPlacementReader.DRIVER),
                clock.instant(), told);
    }

    private List<JsonNode> listSlices(String node) throws ProblemException, InterruptedException {
        for (var version : VERSIONS) {
            try {
                return objects.listAll("/apis/resource.k8s.io/" + version + "/resourceslices?limit=500&fieldSelector="
                        + ApiPathBuilder.encode("spec.nodeName=" + node), MESSAGES.text("list.slices"));
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
        throw new ProblemException(OperationProblemKind.NOT_FOUND,
                new MigPlacementReason.NvidiaSmiUnavailable(node.name()));
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
                    Problem.of(OperationProblemKind.GARBLED, new MigPlacementReason.NvidiaSmiUnreadable())
                            .withDetail(String.join("\n", listing.unread())));
        }
        var told = new ArrayList<ReportedMigInstance>();
        listing.rows().forEach(
                row -> told.add(new ReportedMigInstance(row.gpu(), "", row.profile(), row.id(), row.placement())));
        return new ReportedMigPlacements(MESSAGES.text("source.smi", pod.namespace() + "/" + pod.name()),
                clock.instant(), told);
    }

    /** Reader of the MIG instances that the ResourceSlices of NVIDIA's DRA driver publish. */
    static final class ResourceSliceMigPlacementReader {

        static final String DRIVER = "gpu.nvidia.com";
        private static final Pattern NAME = Pattern.compile("gpu-(\\d{1,4})-" + "mig-.+-\\d+-(\\d{1,2})");
        private static final Pattern SLICE = Pattern.compile("memorySlice(\\d{1,2})");

        private ResourceSliceMigPlacementReader() {}

        /** Returns the existing instances; empty where slices are missing or list possible devices instead of existing ones. */
        static List<ReportedMigInstance> readInstances(List<JsonNode> slices) {
            var told = new ArrayList<ReportedMigInstance>();
            for (var slice : currentSlices(slices)) {
                for (var device : slice.at("/spec/devices")) {
                    var body = device.has("basic") ? device.path("basic") : device;
                    if (body.has("consumesCounters")) {
                        // Every profile at every place, of which the scheduler picks some: that says nothing of what is.
                        return List.of();
                    }
                    readInstance(device.path("name").asText(), body).ifPresent(told::add);
                }
            }
            return List.copyOf(told);
        }

        /** Returns the slices of the newest generation of each pool, if the pool is complete. */
        private static List<JsonNode> currentSlices(List<JsonNode> slices) {
            var pools = new HashMap<String, List<JsonNode>>();
            for (var slice : slices) {
                if (slice.at("/spec/driver").asText().equals(DRIVER)) {
                    pools.computeIfAbsent(slice.at("/spec/pool/name").asText(), _ -> new ArrayList<>()).add(slice);
                }
            }
            var all = new ArrayList<JsonNode>();
            for (var pool : pools.values()) {
                long newest = pool.stream().mapToLong(ResourceSliceMigPlacementReader::poolGeneration).max().orElse(0);
                var kept = pool.stream().filter(slice -> poolGeneration(slice) == newest).toList();
                if (kept.size() == kept.getFirst().at("/spec/pool/resourceSliceCount").asInt()) {
                    all.addAll(kept);
                }
            }
            return all;
        }

        private static long poolGeneration(JsonNode slice) {
            return slice.at("/spec/pool/generation").asLong();
        }

        private static Optional<ReportedMigInstance> readInstance(String name, JsonNode body) {
            if (!attributeText(body, "type").equals("mig")) {
                return Optional.empty();
            }
            var profile = MigProfile.parse(attributeText(body, "profile"));
            var placement = readPlacement(name, body);
            var matcher = NAME.matcher(name);
            int gpu = matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
            if (profile.isEmpty() || placement.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new ReportedMigInstance(gpu, attributeText(body, "parentUUID"), profile.get(), -1,
                    placement.get()));
        }

        private static String attributeText(JsonNode body, String attribute) {
            return body.path("attributes").path(attribute).path("string").asText("");
        }

        /** Returns the range of memory slices that the instance occupies. */
        private static Optional<MigPlacement> readPlacement(String name, JsonNode body) {
            var units = new TreeSet<Integer>();
            body.path("capacity").fieldNames().forEachRemaining(capacity -> {
                var matcher = SLICE.matcher(capacity);
                if (matcher.matches()) {
                    units.add(Integer.parseInt(matcher.group(1)));
                }
            });
            boolean run = !units.isEmpty() && units.last() - units.first() == units.size() - 1;
            var matcher = NAME.matcher(name);
            boolean starts = run && (!matcher.matches() || Integer.parseInt(matcher.group(2)) == units.first());
            if (starts) {
                return Optional.of(new MigPlacement(units.first(), units.size()));
            }
            return Optional.empty();
        }
    }
}
