package tessera.gpu;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.mig.MigProfile;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.MetricReading;
import tessera.model.reading.MetricReading.MissingMetricReading;
import tessera.model.reading.MetricReading.MissingValueReason;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;
import tessera.text.OptionalText;

/**
 * A physical GPU, or a MIG instance of one, with its measured values.
 *
 * @param index    its number on the node, the board's for an instance; −1 where it is not known
 * @param readings what is reported of the board; null when that is nothing
 * @param instance what is reported of the instance; null for a board, and for an instance that is not reported
 * @param profile  of an instance, e.g. {@code 3g.40gb}; empty for a board
 * @param status   whether it can be handed out
 * @param holders  the pods that hold it, or parts of it, as they are laid out
 * @param possibleHolders  where nobody tells which GPUs some pods of the node hold, and this may be one of them: these pods
 * @param claims   that have it, or parts of it, although no pod is seen to use them, with their namespaces
 * @param age      how its readings stand
 * @param annotationEntry    which board it is, where its node names its boards or some are not like the others
 */
public record GpuDevice(GpuNode node, int index, @Nullable DeviceReadings readings,
        @Nullable MigInstanceReadings instance, String profile, GpuHeatmapTile.GpuTileStatus status,
        List<PodSummary> holders, List<PodSummary> possibleHolders, List<String> claims, ReadingAge age,
        Optional<NodeAnnotationGpuEntry> annotationEntry) {

    /** So many digits tell the GPUs of a node apart. */
    private static final int UUID_END = 4;

    /**
     * The time and freshness of readings.
     *
     * @param at     when they were read; null when they never were
     * @param recent  whether that is recent
     * @param reason why there are none; says nothing where there are some
     */
    public record ReadingAge(@Nullable Instant at, boolean recent, MissingValueReason reason) {

        static ReadingAge of(@Nullable NodeReadings readings, Instant now) {
            if (readings == null) {
                return new ReadingAge(null, false, MissingValueReason.NOT_READ_YET);
            }
            return new ReadingAge(readings.at(), readings.freshnessAt(now) == NodeReadings.ReadingFreshness.FRESH,
                    readings.missingReason());
        }
    }

    public GpuDevice {
        holders = List.copyOf(holders);
        possibleHolders = List.copyOf(possibleHolders);
        claims = List.copyOf(claims);
    }

    /** One whose holders are known. */
    GpuDevice(GpuNode node, int index, @Nullable DeviceReadings deviceReadings, @Nullable MigInstanceReadings instance,
            String profile, GpuHeatmapTile.GpuTileStatus status, List<PodSummary> holders, ReadingAge age,
            Optional<NodeAnnotationGpuEntry> board) {
        this(node, index, deviceReadings, instance, profile, status, holders, List.of(), List.of(), age, board);
    }

    private GpuDevice withPossibleHolders(List<PodSummary> pods) {
        return new GpuDevice(node, index, readings, instance, profile, status, holders, pods, claims, age,
                annotationEntry);
    }

    private GpuDevice keptBy(List<String> others) {
        return new GpuDevice(node, index, readings, instance, profile, status, holders, possibleHolders, others, age,
                annotationEntry);
    }

    /** Whether anybody has it, or a part of it. */
    public boolean isHeld() {
        return !holders.isEmpty() || !claims.isEmpty();
    }

    /** Returns the pods that are known to hold it, or parts of it. */
    public List<PodSummary> knownHolders() {
        return holders.stream().filter(pod -> !possibleHolders.contains(pod)).toList();
    }

    /**
     * Returns the keys of the pods that hold it, those that may hold it behind “perhaps”; empty where there are none.
     *
     * @param separator between two of them
     */
    public String holderText(String separator) {
        var known = Stream
                .concat(knownHolders().stream().map(PodSummary::key), claims.stream().map(claim -> "claim " + claim))
                .collect(Collectors.joining(separator));
        if (possibleHolders.isEmpty()) {
            return known;
        }
        return OptionalText.suffixed(known, separator) + "perhaps " + keys(possibleHolders, separator);
    }

    private static String keys(List<PodSummary> pods, String separator) {
        return String.join(separator, pods.stream().map(PodSummary::key).toList());
    }

    /** Returns its product, as boards of one node may differ. */
    public AcceleratorProduct product() {
        var plain = annotationEntry.map(NodeAnnotationGpuEntry::product).orElse(node.product());
        if (readings == null) {
            return plain;
        }
        return AcceleratorCatalog.productOfDevice(readings.model(), plain,
                annotationEntry.isPresent() ? "" : node.label());
    }

    /** Returns its UUID; empty if unknown. */
    public String uuid() {
        if (readings != null) {
            return readings.uuid();
        }
        return annotationEntry.map(NodeAnnotationGpuEntry::id).or(this::publishedUuid).orElse("");
    }

    /** Returns the UUID that ResourceSlices publish; empty where they tell of no such GPU, or of several. */
    private Optional<String> publishedUuid() {
        var alike = node.claimedBoards().gpus().stream().filter(each -> each.isBoard(index, "")).toList();
        if (alike.size() == 1) {
            return Optional.of(alike.getFirst().uuid());
        }
        return Optional.empty();
    }

    /** Returns its index on the node, or the end of its UUID if only that is known; empty if neither is. */
    public String numberLabel() {
        var uuid = uuid();
        if (index >= 0) {
            return Integer.toString(index);
        }
        if (uuid.isEmpty()) {
            return "";
        }
        return "…" + uuid.substring(Math.max(0, uuid.length() - UUID_END));
    }

    /** Returns the share from 0 to 1 that a GPU-sharing scheduler noted for a pod; 0 if none did. */
    public double shareOf(PodSummary pod) {
        var shares = node.inventory().shares();
        var id = annotationEntry.map(NodeAnnotationGpuEntry::id).orElse("");
        var reserved = shares.reservedShares().values().stream().flatMap(List::stream)
                .filter(share -> share.pod().equals(pod)).limit(1);
        return Stream
                .concat(shares.notedShares().stream()
                        .filter(share -> share.gpuId().equals(id) && share.pod().equals(pod)), reserved)
                .mapToDouble(PodGpuShare::size).sum();
    }

    /** Returns whether it is a MIG instance. */
    public boolean isInstance() {
        return !profile.isEmpty();
    }

    /** Returns the source that assigns an instance to its GPU; empty for a board, {@code guess} if there is none. */
    public String boardSourceText() {
        if (!isInstance()) {
            return "";
        }
        if (instance != null) {
            return "exporter";
        }
        if (node.isClaimsOnly()) {
            return "ResourceSlices";
        }
        if (node.inventory().instances().isKnown() && index >= 0) {
            return node.inventory().instances().source();
        }
        if (node.groups().stream().filter(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG)
                .mapToLong(NodeGpuAllocationGroup::count).sum() == 1) {
            return "advertised resources";
        }
        return "guess";
    }

    /** Returns what critical signs say against it; empty where none does. */
    public String faultText() {
        boolean told = index >= 0 || status == GpuHeatmapTile.GpuTileStatus.FAULTY
                || status == GpuHeatmapTile.GpuTileStatus.UNHEALTHY;
        return told ? node.faultText(index, readings) : "";
    }

    /** Returns the reading of a metric. Of an instance, the board's values are not its own. */
    public MetricReading reading(DeviceMetric deviceMetric) {
        if (age.at() == null) {
            return new MissingMetricReading(age.reason());
        }
        if (isInstance()) {
            if (deviceMetric.metricLevel() == DeviceMetric.DeviceOrInstanceLevel.BOARD) {
                return new MissingMetricReading(MissingValueReason.OF_THE_BOARD);
            }
            if (instance == null) {
                return new MissingMetricReading(MissingValueReason.NOT_IN_REPORT);
            }
            return instance.readingOf(deviceMetric);
        }
        if (readings == null) {
            return new MissingMetricReading(
                    index < 0 ? MissingValueReason.NOT_MATCHED : MissingValueReason.NOT_IN_REPORT);
        }
        return readings.readingOf(deviceMetric);
    }

    /** Returns its metric values, as far as there are any. */
    public DeviceMetricValues values() {
        if (isInstance()) {
            return instance == null ? DeviceMetricValues.NONE : instance.values();
        }
        return readings == null ? DeviceMetricValues.NONE : readings.values();
    }

    /** Returns the used share of its memory. */
    public MetricReading memoryShare() {
        double share = values().usedMemoryShare();
        if (!Double.isNaN(share)) {
            return new MetricReading.MeasuredMetricReading(share);
        }
        if (reading(DeviceMetric.MEMORY_TOTAL) instanceof MissingMetricReading missing) {
            return missing;
        }
        return new MissingMetricReading(MissingValueReason.NOT_EXPORTED);
    }

    /** Returns the devices of a fleet, node by node, the instances of a board after it. */
    public static List<GpuDevice> devicesOf(GpuFleet fleet) {
        var devices = new ArrayList<GpuDevice>();
        for (var node : fleet.nodes()) {
            var readings = fleet.readings().readingsOf(node.name());
            devices.addAll(
                    devicesOf(node, readings, NodeGpuTileFactory.tilesOf(node, readings), fleet.readings().at()));
        }
        return devices;
    }

    /**
     * Returns the devices of a node.
     *
     * @param tiles laid out with these readings
     * @param now   the moment at which readings are fresh or not
     */
    public static List<GpuDevice> devicesOf(GpuNode node, @Nullable NodeReadings readings, List<GpuHeatmapTile> tiles,
            Instant now) {
        var age = ReadingAge.of(readings, now);
        boolean matched = tiles.stream().anyMatch(tile -> tile.index() >= 0);
        var devices = new ArrayList<GpuDevice>();
        if (!matched && readings != null && !readings.devices().isEmpty()) {
            readings.devices().forEach(device -> addReported(devices, node, device, age));
        } else {
            tiles.forEach(tile -> addTile(devices, node, tile, age));
        }
        return new PossibleGpuHolderFinder(node, devices).withCandidates();
    }

    /** The board that a tile of a node is drawn for; empty where it is not known which one that is. */
    public static Optional<GpuDevice> of(GpuNode node, @Nullable NodeReadings readings, List<GpuHeatmapTile> tiles,
            int tile) {
        int index = tile < 0 || tile >= tiles.size() ? -1 : tiles.get(tile).index();
        if (index < 0) {
            return Optional.empty();
        }
        return devicesOf(node, readings, tiles, Instant.EPOCH).stream()
                .filter(device -> !device.isInstance() && device.index() == index).findFirst();
    }

    private static void addTile(List<GpuDevice> devices, GpuNode node, GpuHeatmapTile tile, ReadingAge age) {
        var held = new LinkedHashMap<String, PodSummary>();
        tile.parts().stream().map(GpuHeatmapTile.AllocatableGpuPart::holder).filter(pod -> pod != null)
                .forEach(pod -> held.put(pod.key(), pod));
        var claimed = tile.device();
        if (tile.parts().isEmpty() && claimed != null) {
            // Claims are no requests for a counted resource: whom the exporter names is all that is known.
            ClaimedGpuTileFactory.holdersOf(node, PossibleGpuHolderFinder.reportedUsers(claimed).toList())
                    .forEach(pod -> held.put(pod.key(), pod));
        }
        devices.add(new GpuDevice(node, tile.index(), tile.device(), null, "", tile.status(),
                List.copyOf(held.values()), age, tile.annotationEntry()).keptBy(claims(tile.parts())));
        if (tile.form() == NodeGpuAllocationGroup.GpuAllocationKind.NOT_OFFERED) {
            addInstances(devices, devices.getLast());
        } else if (tile.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG) {
            for (var part : tile.parts()) {
                var deviceReadings = tile.device();
                var instance = deviceReadings == null ? null
                        : deviceReadings.findInstance(part.instance()).orElse(null);
                devices.add(new GpuDevice(node, tile.index(), deviceReadings, instance,
                        OptionalText.orElse(part.name(), "MIG"), tile.status(), holdersOf(node, part, instance), age,
                        tile.annotationEntry()).keptBy(claims(List.of(part))));
            }
        }
    }

    private static List<String> claims(List<GpuHeatmapTile.AllocatableGpuPart> parts) {
        return parts.stream().map(GpuHeatmapTile.AllocatableGpuPart::claim).filter(claim -> !claim.isEmpty()).distinct()
                .toList();
    }

    /** Returns the holders: an instance that a resource counts has one, a claimed one may have several. */
    private static List<PodSummary> holdersOf(GpuNode node, GpuHeatmapTile.AllocatableGpuPart part,
            @Nullable MigInstanceReadings instance) {
        if (part.resource().isEmpty() && instance != null) {
            return ClaimedGpuTileFactory.holdersOf(node, instance.holder());
        }
        return Optional.ofNullable(part.holder()).map(List::of).orElse(List.of());
    }

    /** Adds reported devices that do not match what the node advertises. */
    private static void addReported(List<GpuDevice> devices, GpuNode node, DeviceReadings device, ReadingAge age) {
        devices.add(new GpuDevice(node, device.index(), device, null, "", unmatchedStatus(node, device),
                ClaimedGpuTileFactory.holdersOf(node, PossibleGpuHolderFinder.reportedUsers(device).toList()), age,
                Optional.empty()));
        addInstances(devices, devices.getLast());
    }

    /** Adds the reported instances of a board. */
    private static void addInstances(List<GpuDevice> devices, GpuDevice gpuDevice) {
        var deviceReadings = gpuDevice.readings();
        if (deviceReadings != null) {
            deviceReadings.instances()
                    .forEach(instance -> devices.add(new GpuDevice(gpuDevice.node(), gpuDevice.index(), deviceReadings,
                            instance, instance.profile(), gpuDevice.status(),
                            ClaimedGpuTileFactory.holdersOf(gpuDevice.node(), instance.holder()), gpuDevice.age(),
                            gpuDevice.annotationEntry())));
        }
    }

    /** Returns the status of a device that its exporter reports differently, so that withheld devices cannot be told. */
    private static GpuHeatmapTile.GpuTileStatus unmatchedStatus(GpuNode node, DeviceReadings device) {
        if (!node.isLost() && !node.faultText(device.index(), device).isEmpty()) {
            return GpuHeatmapTile.GpuTileStatus.FAULTY;
        }
        if (node.state().compareTo(GpuNodeState.FAULTY) >= 0 && !node.lacksAdvertisedGpus()) {
            return GpuHeatmapTile.GpuTileStatus.USABLE;
        }
        return GpuHeatmapTile.GpuTileStatus.UNKNOWN;
    }

    /**
     * Candidate holders of GPUs that a device plugin allocated, where nothing tells which pod has which. An exporter that names pods, a claim or a GPU-sharing scheduler does.
     */
    private record PossibleGpuHolderFinder(GpuNode node, List<GpuDevice> devices) {

        PossibleGpuHolderFinder {
            devices = List.copyOf(devices);
        }

        /** Returns the same devices with the pods that may hold them. */
        List<GpuDevice> withCandidates() {
            var told = new HashSet<String>();
            for (var device : devices) {
                device.holders().stream().filter(pod -> isKnownHolder(device, pod)).map(PodSummary::key)
                        .forEach(told::add);
            }
            var guessed = devices.stream().flatMap(device -> device.holders().stream())
                    .filter(pod -> !told.contains(pod.key())).distinct().toList();
            if (guessed.isEmpty() || haveSameHolders()) {
                return devices;
            }
            return devices.stream().map(device -> withGuessedHolders(device, told, guessed)).toList();
        }

        private static GpuDevice withGuessedHolders(GpuDevice device, Set<String> told, List<PodSummary> guessed) {
            if (mayBeHeld(device, told)) {
                return device.withPossibleHolders(guessed.stream().filter(pod -> asks(pod, device)).toList());
            }
            return device;
        }

        /** Whether a pod asks for what a device is; of an instance with a resource of its own, for that. */
        private static boolean asks(PodSummary pod, GpuDevice device) {
            var own = MigProfile.parse(device.profile()).filter(_ -> device.node().uniformProfile().isEmpty())
                    .map(MigProfile::resourceName).orElse("");
            return own.isEmpty() || pod.requests().get(own) + pod.requests().get(own + NodeVendorBoards.SHARED) > 0;
        }

        /** Returns whether all devices have the same holders, so that nothing is uncertain. */
        private boolean haveSameHolders() {
            var boards = devices.stream().filter(device -> !device.isInstance()).toList();
            return boards.stream().allMatch(gpuDevice -> gpuDevice.holders().equals(boards.getFirst().holders()))
                    && boards.size() == devices.size() && (boards.size() == 1 || node.groups().stream()
                            .noneMatch(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.SHARED));
        }

        private static boolean mayBeHeld(GpuDevice device, Set<String> told) {
            return device.index() >= 0
                    && (device.status() == GpuHeatmapTile.GpuTileStatus.USABLE
                            || device.status() == GpuHeatmapTile.GpuTileStatus.FAULTY)
                    && (device.holders().isEmpty()
                            || device.holders().stream().anyMatch(pod -> !told.contains(pod.key())));
        }

        private boolean isKnownHolder(GpuDevice device, PodSummary pod) {
            return device.node().isClaimsOnly() || device.shareOf(pod) > 0
                    || reportedHolders(device).anyMatch(user -> user.matchesPod(pod)) || isClaimed(device, pod);
        }

        private static Stream<ReportedDeviceUser> reportedHolders(GpuDevice device) {
            var instance = device.instance();
            if (instance != null) {
                return Stream.ofNullable(instance.holder());
            }
            var deviceReadings = device.readings();
            if (deviceReadings == null || device.isInstance()) {
                return Stream.empty();
            }
            return reportedUsers(deviceReadings);
        }

        /** Returns the pods that an exporter names as users of a board or of parts of it. */
        static Stream<ReportedDeviceUser> reportedUsers(DeviceReadings device) {
            return Stream.concat(device.holders().stream(),
                    device.instances().stream().map(MigInstanceReadings::holder).flatMap(Stream::ofNullable));
        }

        private boolean isClaimed(GpuDevice device, PodSummary pod) {
            return node.claimedBoards().gpus().stream().filter(gpu -> gpu.isBoard(device.index(), device.uuid()))
                    .anyMatch(gpu -> DraPublishedGpu.usersOf(gpu.claims(), List.of(pod)).contains(pod));
        }
    }
}
