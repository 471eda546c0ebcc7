package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.yaml.KubernetesYamlReader;

/**
 * The sharing of devices that a device plugin's configuration sets.
 *
 * @param kind     by which means
 * @param renamed  whether shares have a name of their own
 * @param singleDeviceOnly  whether a container that asks for more than one share is refused
 * @param replicas into how many shares, by resource
 */
record SimulatedGpuSharingMode(SharingStrategyKind kind, boolean renamed, boolean singleDeviceOnly,
        SortedMap<String, Integer> replicas) {

    static final SimulatedGpuSharingMode NONE = new SimulatedGpuSharingMode(SharingStrategyKind.NONE, false, false,
            new TreeMap<>());
    private static final String VENDOR = "nvidia.com/";
    private static final int LONGEST_NAME = 63;

    /** The strategies of sharing, named as in GPU Feature Discovery. */
    enum SharingStrategyKind {
        NONE,
        TIME_SLICING,
        MPS;

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** An invalid configuration, which the plugin rejects. */
    static final class RejectedConfigException extends Exception {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        RejectedConfigException(String reason) {
            super(reason);
        }
    }

    SimulatedGpuSharingMode {
        replicas = Collections.unmodifiableSortedMap(new TreeMap<>(replicas));
    }

    int replicasOf(String resource) {
        return replicas.getOrDefault(resource, 1);
    }

    /** Parses a configuration as the plugin does: unknown or misplaced keys are ignored. */
    static SimulatedGpuSharingMode parse(String text) throws RejectedConfigException {
        JsonNode tree;
        try {
            tree = KubernetesYamlReader.read(text);
        } catch (IOException e) {
            throw new RejectedConfigException(
                    "unable to load config: unable to parse config file: error parsing config file: "
                            + "unmarshal error: " + e.getMessage());
        }
        if (!tree.path("version").asText("v1").equals("v1")) {
            throw new RejectedConfigException("unable to load config: unable to parse config file: unknown version: "
                    + tree.path("version").asText());
        }
        var sharing = tree.path("sharing");
        var processes = parseBlock(sharing.path("mps"), SharingStrategyKind.MPS);
        var slices = parseBlock(sharing.path("timeSlicing"), SharingStrategyKind.TIME_SLICING);
        return processes.replicas.isEmpty() ? slices : processes;
    }

    private static SimulatedGpuSharingMode parseBlock(JsonNode block, SharingStrategyKind sharingStrategyKind)
            throws RejectedConfigException {
        if (block.isMissingNode() || block.isNull()) {
            return NONE;
        }
        if (!block.path("resources").isArray() || block.path("resources").isEmpty()) {
            throw new RejectedConfigException("unable to load config: no resources specified");
        }
        var replicas = new TreeMap<String, Integer>();
        for (var element : block.path("resources")) {
            var name = element.path("name").asText();
            var full = name.contains("/") ? name : VENDOR + name;
            if (!full.startsWith(VENDOR) || full.length() > LONGEST_NAME || name.isEmpty()) {
                throw new RejectedConfigException("unable to load config: invalid resource name: " + name);
            }
            var count = element.path("replicas");
            if (!count.isIntegralNumber() || !count.canConvertToInt() || count.asInt() < 2) {
                throw new RejectedConfigException("unable to load config: number of replicas must be >= 2");
            }
            replicas.put(full, count.asInt());
        }
        return new SimulatedGpuSharingMode(sharingStrategyKind, block.path("renameByDefault").asBoolean(),
                block.path("failRequestsGreaterThanOne").asBoolean(sharingStrategyKind == SharingStrategyKind.MPS),
                replicas);
    }
}
