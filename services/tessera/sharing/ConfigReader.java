package tessera.sharing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tessera.sharing.ConfigProblem.ProblemWeight;

/** Reads one configuration as the device plugin does, and notes what it makes nothing of. */
final class ConfigReader {

    private static final PluginConfigSchema SCHEMA = PluginConfigSchema.bundled();
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]");
    private static final String VENDOR = "nvidia.com/";
    private static final int LONGEST_NAME = 63;

    private final KeyLines lines;
    private final List<ConfigProblem> flaws = new ArrayList<>();
    private final TreeMap<String, List<String>> settings = new TreeMap<>();

    ConfigReader(KeyLines lines) {
        this.lines = lines;
    }

    ConfigDocument read(String text, JsonNode tree) {
        if (!tree.isObject() && !tree.isMissingNode() && !tree.isNull()) {
            reject("", "this is no configuration", "It begins with version: v1");
        } else {
            lines.twice().forEach(path -> flaw(ProblemWeight.DOUBTFUL, path, "is written twice",
                    "The last one counts"));
            walk(tree, "");
            if (!tree.has("version")) {
                flaw(ProblemWeight.DOUBTFUL, "", "there is no version", "Begin with version: v1");
            }
        }
        var shares = shares(tree.path("sharing"));
        boolean rejected = flaws.stream().anyMatch(flaw -> flaw.weight() == ProblemWeight.REJECTED);
        return new ConfigDocument(text,
                rejected ? Optional.empty() : Optional.of(new PluginConfig(settings, shares)),
                flaws);
    }

    private void flaw(ProblemWeight weight, String path, String words, String meant) {
        flaws.add(new ConfigProblem(weight, path, path.isEmpty() ? 0 : lines.of(path, 0), words, meant));
    }

    private void reject(String path, String words, String meant) {
        flaw(ProblemWeight.REJECTED, path, words, meant);
    }

    private void walk(JsonNode map, String parent) {
        map.properties().forEach(entry -> {
            var path = parent.isEmpty() ? entry.getKey() : parent + "." + entry.getKey();
            var known = SCHEMA.key(general(path));
            if (known.isEmpty()) {
                flaw(ProblemWeight.PASSED_OVER, path, "is not known here and counts for nothing",
                        SCHEMA.meant(general(parent), entry.getKey()));
            } else if (!known.get().passedOver().isEmpty()) {
                flaw(ProblemWeight.PASSED_OVER, path, "counts for nothing", known.get().passedOver());
            } else if (!entry.getValue().isNull()) {
                value(known.get(), path, entry.getValue());
            }
        });
    }

    private static String general(String path) {
        return INDEX.matcher(path).replaceAll("[]");
    }

    private void value(PluginConfigSchema.SchemaKey key, String path, JsonNode value) {
        if (!key.type().takes(value)) {
            reject(path, "is “%s”".formatted(shortened(value)), "It takes " + key.type().words());
        } else if (key.type() == PluginConfigSchema.KeyType.MAP) {
            walk(value, path);
        } else if (key.type() == PluginConfigSchema.KeyType.MAPS) {
            for (int i = 0; i < value.size(); i++) {
                walk(value.get(i), path + "[" + i + "]");
            }
        } else {
            var texts = new ArrayList<String>();
            if (value.isArray()) {
                value.forEach(each -> texts.add(each.asText()));
            } else {
                texts.add(value.asText());
            }
            check(key, path, texts);
        }
    }

    private void check(PluginConfigSchema.SchemaKey key, String path, List<String> texts) {
        for (var text : texts) {
            if (!key.values().isEmpty() && !key.values().contains(text)) {
                reject(path, "is “%s”".formatted(text), "It takes " + String.join(", ", key.values()));
            }
        }
        boolean ours = path.startsWith("sharing.") || path.equals("version");
        if (!ours && !texts.isEmpty()) {
            settings.put(path, texts);
        }
    }

    private static String shortened(JsonNode value) {
        var text = value.isTextual() ? value.asText() : value.toString();
        return text.length() > 40 ? text.substring(0, 39) + "…" : text;
    }

    private DeviceShares shares(JsonNode sharing) {
        var slices = block(sharing.path("timeSlicing"), "sharing.timeSlicing", SharingStrategy.TIME_SLICING);
        var processes = block(sharing.path("mps"), "sharing.mps", SharingStrategy.MPS);
        if (!processes.replicas().isEmpty() && !slices.replicas().isEmpty()) {
            flaw(ProblemWeight.PASSED_OVER, "sharing.timeSlicing", "counts for nothing beside sharing.mps",
                    "One excludes the other");
        }
        return processes.replicas().isEmpty() ? slices : processes;
    }

    private DeviceShares block(JsonNode block, String path, SharingStrategy means) {
        if (!block.isObject()) {
            return DeviceShares.NONE;
        }
        if (!block.path("resources").isArray() || block.path("resources").isEmpty()) {
            reject(path, "has no resources", "It needs at least - name: nvidia.com/gpu, with replicas");
            return DeviceShares.NONE;
        }
        var replicas = new TreeMap<String, Integer>();
        for (int i = 0; i < block.path("resources").size(); i++) {
            resource(block.path("resources").get(i), path + ".resources[" + i + "]", means, replicas);
        }
        if (means == SharingStrategy.MPS && !block.path("failRequestsGreaterThanOne").asBoolean(true)) {
            flaw(ProblemWeight.PASSED_OVER, path + ".failRequestsGreaterThanOne", "counts for nothing",
                    "With MPS a request for more than one share always fails");
        }
        return new DeviceShares(means, block.path("renameByDefault").asBoolean(),
                means == SharingStrategy.MPS || block.path("failRequestsGreaterThanOne").asBoolean(), replicas);
    }

    private void resource(JsonNode entry, String path, SharingStrategy means, Map<String, Integer> replicas) {
        var name = entry.path("name").asText("");
        if (name.isEmpty()) {
            reject(path, "has no name", "Such as nvidia.com/gpu");
            return;
        }
        var full = name.contains("/") ? name : VENDOR + name;
        if (!full.startsWith(VENDOR) || full.length() > LONGEST_NAME) {
            reject(path + ".name", "is “%s”".formatted(name),
                    "It begins with nvidia.com/ and has at most 63 characters");
            return;
        }
        offered(full, path, means);
        var number = entry.path("replicas");
        if (!number.isIntegralNumber() || number.asInt() < DeviceShares.FEWEST) {
            reject(number.isMissingNode() ? path : path + ".replicas",
                    number.isMissingNode() ? "has no replicas" : "is “%s”".formatted(shortened(number)),
                    "It takes a whole number, 2 or more; to share nothing, leave the whole of sharing out");
            return;
        }
        if (means == SharingStrategy.MPS && number.asInt() > AdvertisedNodeDevices.MOST_CLIENTS) {
            reject(path + ".replicas", "is %d".formatted(number.asInt()),
                    "MPS has at most %d clients on a GPU, %d before compute capability 7.5"
                            .formatted(AdvertisedNodeDevices.MOST_CLIENTS, AdvertisedNodeDevices.FEWER_CLIENTS));
        }
        if (replicas.put(full, number.asInt()) != null) {
            flaw(ProblemWeight.DOUBTFUL, path, "is about %s once more".formatted(full), "Say it once");
        }
    }

    private void offered(String name, String path, SharingStrategy means) {
        if (name.endsWith(DeviceShares.SHARED)) {
            flaw(ProblemWeight.PASSED_OVER, path + ".name", "is the name of shares", "Name what is to be shared: "
                    + DeviceShares.unshared(name));
        } else if (!name.equals(DeviceShares.GPU) && !name.startsWith(DeviceShares.MIG)) {
            flaw(ProblemWeight.PASSED_OVER, path + ".name", "is a resource that the plugin does not offer",
                    "It offers nvidia.com/gpu and, with the MIG strategy mixed, names such as nvidia.com/mig-1g.10gb");
        } else if (means == SharingStrategy.MPS && name.startsWith(DeviceShares.MIG)) {
            reject(path + ".name", "is of MIG instances", "MPS shares whole GPUs only; MIG instances take timeSlicing");
        }
    }
}
