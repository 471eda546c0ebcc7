package tessera.demo.control.gpu;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a device plugin shares what it finds, as its configuration says.
 *
 * @param kind     by which means
 * @param renamed  whether shares have a name of their own
 * @param onlyOne  whether a container that asks for more than one share is refused
 * @param replicas into how many shares, by resource
 */
record SharingMode(Kind kind, boolean renamed, boolean onlyOne, SortedMap<String, Integer> replicas) {

    static final SharingMode NONE = new SharingMode(Kind.NONE, false, false, new TreeMap<>());
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String VENDOR = "nvidia.com/";
    private static final int LONGEST_NAME = 63;

    /** Means of sharing, as GPU feature discovery calls them. */
    enum Kind {
        NONE("none"),
        TIME_SLICING("time-slicing"),
        MPS("mps");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** A configuration that the plugin does not take. */
    static final class RejectedConfigException extends Exception {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        RejectedConfigException(String why) {
            super(why);
        }
    }

    SharingMode {
        replicas = Collections.unmodifiableSortedMap(new TreeMap<>(replicas));
    }

    int of(String resource) {
        return replicas.getOrDefault(resource, 1);
    }

    /** Reads a configuration as the plugin does: keys that are not known, or are in the wrong place, count for nothing. */
    static SharingMode read(String text) throws RejectedConfigException {
        JsonNode tree;
        try {
            tree = YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw new RejectedConfigException(
                    "unable to load config: unable to parse config file: error parsing config file: "
                            + "unmarshal error: " + e.getOriginalMessage());
        }
        if (!tree.path("version").asText("v1").equals("v1")) {
            throw new RejectedConfigException("unable to load config: unable to parse config file: unknown version: "
                    + tree.path("version").asText());
        }
        var sharing = tree.path("sharing");
        var processes = block(sharing.path("mps"), Kind.MPS);
        var slices = block(sharing.path("timeSlicing"), Kind.TIME_SLICING);
        return processes.replicas.isEmpty() ? slices : processes;
    }

    private static SharingMode block(JsonNode block, Kind kind) throws RejectedConfigException {
        if (block.isMissingNode() || block.isNull()) {
            return NONE;
        }
        if (!block.path("resources").isArray() || block.path("resources").isEmpty()) {
            throw new RejectedConfigException("unable to load config: no resources specified");
        }
        var replicas = new TreeMap<String, Integer>();
        for (var each : block.path("resources")) {
            var name = each.path("name").asText();
            var full = name.contains("/") ? name : VENDOR + name;
            if (!full.startsWith(VENDOR) || full.length() > LONGEST_NAME || name.isEmpty()) {
                throw new RejectedConfigException("unable to load config: invalid resource name: " + name);
            }
            if (!each.path("replicas").isInt() || each.path("replicas").asInt() < 2) {
                throw new RejectedConfigException("unable to load config: number of replicas must be >= 2");
            }
            replicas.put(full, each.path("replicas").asInt());
        }
        return new SharingMode(kind, block.path("renameByDefault").asBoolean(),
                block.path("failRequestsGreaterThanOne").asBoolean(kind == Kind.MPS), replicas);
    }
}
