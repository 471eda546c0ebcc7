package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.ContainerSpecDecoder.ResourceRequirementsDecoder;

/** A pod while it is being read. Used again and again. */
final class DecodedPodFields {

    final ReusableList<ContainerSpecDecoder> containers = new ReusableList<>(ContainerSpecDecoder::new);
    final ReusableList<ContainerSpecDecoder> initContainers = new ReusableList<>(ContainerSpecDecoder::new);
    final ResourceAmountAccumulator overhead = new ResourceAmountAccumulator();
    /** What the pod as a whole asks for. */
    final ResourceRequirementsDecoder resources = new ResourceRequirementsDecoder();
    /** Those that it names itself. */
    final PodResourceClaimNamesDecoder claims = new PodResourceClaimNamesDecoder();
    final SchedulingConstraintsDecoder constraintsBuilder = new SchedulingConstraintsDecoder();
    final PodVolumesDecoder volumes = new PodVolumesDecoder();
    String node = "";
    String runtimeClass = "";
    int priority;

    final ReusableList<ContainerStatusDecoder> states = new ReusableList<>(ContainerStatusDecoder::new);
    final ReusableList<ContainerStatusDecoder> initStates = new ReusableList<>(ContainerStatusDecoder::new);
    /** What the pod as a whole was given. */
    final ResourceRequirementsDecoder givenResources = new ResourceRequirementsDecoder();
    final ResourceAmountAccumulator allocated = new ResourceAmountAccumulator();
    /** Those that were made for it. */
    final PodResourceClaimNamesDecoder givenClaims = new PodResourceClaimNamesDecoder();
    /** The one that the scheduler made for a resource that a class of devices backs. */
    final PodResourceClaimNamesDecoder extendedClaim = new PodResourceClaimNamesDecoder();
    String phase = "";
    String reason = "";
    String message = "";
    String nominated = "";
    @Nullable
    Instant started;
    boolean unscheduled;
    String schedulingReason = "";
    String schedulingMessage = "";
    boolean initialized;
    boolean ready;
    boolean resizeInfeasible;

    void clearSpec() {
        containers.clear();
        initContainers.clear();
        overhead.clear();
        resources.clear();
        claims.clear();
        constraintsBuilder.clear();
        volumes.clear();
        node = "";
        runtimeClass = "";
        priority = 0;
    }

    void clearStatus() {
        states.clear();
        initStates.clear();
        givenResources.clear();
        allocated.clear();
        givenClaims.clear();
        extendedClaim.clear();
        phase = "";
        reason = "";
        message = "";
        nominated = "";
        started = null;
        clearConditions();
    }

    /** Devices that the environment of a container shows to it while the pod runs; of several that differ, {@code all}. */
    String visibleDevices() {
        return visibleDevices(initContainers, visibleDevices(containers, ""));
    }

    private String visibleDevices(ReusableList<ContainerSpecDecoder> some, String before) {
        var visible = before;
        for (int i = 0; i < some.size(); i++) {
            var shown = lasts(some, i) ? some.get(i).visibleDevices : "";
            if (!shown.isEmpty()) {
                visible = visible.isEmpty() || visible.equals(shown) ? shown : "all";
            }
        }
        return visible;
    }

    /** Returns NVIDIA's RuntimeClass where it may show devices to a container that lasts; empty otherwise. */
    String openRuntimeClass() {
        if (runtimeClass.startsWith("nvidia")
                && IntStream.range(0, containers.size()).anyMatch(at -> !containers.get(at).hidesDevices)) {
            return runtimeClass;
        }
        return "";
    }

    /** Returns the images of its containers, in their order. */
    List<String> containerImages() {
        var images = new ArrayList<String>(containers.size());
        for (int i = 0; i < containers.size(); i++) {
            if (!containers.get(i).image.isEmpty()) {
                images.add(containers.get(i).image);
            }
        }
        return List.copyOf(images);
    }

    boolean isPrivileged() {
        return privileged(containers) || privileged(initContainers);
    }

    private boolean privileged(ReusableList<ContainerSpecDecoder> some) {
        for (int i = 0; i < some.size(); i++) {
            if (some.get(i).privileged && lasts(some, i)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a container goes on beside others: all but those that only prepare the pod. */
    private boolean lasts(ReusableList<ContainerSpecDecoder> some, int at) {
        return some == containers || some.get(at).stays;
    }

    void clearConditions() {
        unscheduled = false;
        schedulingReason = "";
        schedulingMessage = "";
        initialized = false;
        ready = false;
        resizeInfeasible = false;
    }

    /** A list whose elements are kept when it is cleared. */
    static final class ReusableList<T extends RefillableJsonPartDecoder> {

        /** More containers than any pod has: some are looked for by name. */
        private static final int MOST = 2_000;

        private final Supplier<T> factory;
        private final List<T> elements = new ArrayList<>();
        private int size;

        ReusableList(Supplier<T> factory) {
            this.factory = factory;
        }

        void clear() {
            size = 0;
        }

        void readAll(JsonScanner json, StringPool strings) throws IOException {
            clear();
            if (!json.enterArray()) {
                return;
            }
            while (json.nextElement()) {
                if (size == MOST) {
                    json.surplus(MOST);
                } else if (json.enterObject()) {
                    addElement().read(json, strings);
                }
            }
        }

        int size() {
            return size;
        }

        T get(int at) {
            return elements.get(at);
        }

        private T addElement() {
            if (size == elements.size()) {
                elements.add(factory.get());
            }
            return elements.get(size++);
        }
    }

    /** The volumes of a pod while they are being read: whether any is claimed, and which device files come from the host. */
    static final class PodVolumesDecoder {

        private static final JsonFieldNameTable VOLUME = JsonFieldNameTable.of("persistentVolumeClaim", "ephemeral",
                "hostPath");
        private static final JsonFieldNameTable NONE = JsonFieldNameTable.of("claimName");
        private static final JsonFieldNameTable HOST_PATH = JsonFieldNameTable.of("path");
        private static final List<String> DEVICE_FILES = List.of("/dev/nvidia", "/dev/dri", "/dev/kfd", "/dev/accel",
                "/dev/hl");
        private static final int MOST_DEVICES = 64;

        private final List<String> devices = new ArrayList<>(0);
        private boolean claimed;

        void clear() {
            claimed = false;
            devices.clear();
        }

        /** Returns whether a volume is a PersistentVolumeClaim, or creates one. */
        boolean hasClaim() {
            return claimed;
        }

        List<String> hostDevices() {
            return List.copyOf(devices);
        }

        void read(JsonScanner json, StringPool strings) throws IOException {
            clear();
            if (!json.enterArray()) {
                return;
            }
            while (json.nextElement()) {
                if (json.enterObject()) {
                    readVolume(json, strings);
                }
            }
        }

        private void readVolume(JsonScanner json, StringPool strings) throws IOException {
            for (int field = json.nextField(VOLUME); field != JsonScanner.END; field = json.nextField(VOLUME)) {
                if (field == 2) {
                    readHostPath(json, strings);
                } else if (json.enterObject()) {
                    claimed = true;
                    while (json.nextField(NONE) != JsonScanner.END) {
                        json.skipValue();
                    }
                }
            }
        }

        private void readHostPath(JsonScanner json, StringPool strings) throws IOException {
            if (!json.enterObject()) {
                return;
            }
            while (json.nextField(HOST_PATH) != JsonScanner.END) {
                var path = json.readText(strings);
                boolean device = path.equals("/dev") || path.equals("/dev/")
                        || DEVICE_FILES.stream().anyMatch(path::startsWith);
                if (device && devices.size() < MOST_DEVICES) {
                    devices.add(path);
                }
            }
        }
    }
}
