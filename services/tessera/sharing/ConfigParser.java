package tessera.sharing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tessera.sharing.ConfigProblem.ProblemWeight;

/** Reads one configuration as the device plugin does, and collects what it ignores or rejects. */
final class ConfigParser {

    private static final PluginConfigSchema SCHEMA = PluginConfigSchema.bundled();
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]");
    private static final String VENDOR = "nvidia.com/";
    private static final int LONGEST_NAME = 63;

    private final YamlKeyLines lines;
    private final List<ConfigProblem> flaws = new ArrayList<>();
    private final TreeMap<String, List<String>> settings = new TreeMap<>();

    ConfigParser(YamlKeyLines lines) {
        this.lines = lines;
    }

    ConfigDocument parse(String text, JsonNode tree) {
        if (!tree.isObject() && !tree.isMissingNode() && !tree.isNull()) {
            addRejection("", "this is no configuration", "It begins with version: v1");
        } else {
            lines.duplicatePaths().forEach(path -> addProblem(ProblemWeight.DOUBTFUL, path, "is written twice",
                    "The last one counts"));
            checkMap(tree, "");
            if (!tree.has("version")) {
                addProblem(ProblemWeight.DOUBTFUL, "", "there is no version", "Begin with version: v1");
            }
        }
        var shares = parseShares(tree.path("sharing"));
        boolean rejected = flaws.stream().anyMatch(flaw -> flaw.weight() == ProblemWeight.REJECTED);
        return new ConfigDocument(text,
                rejected ? Optional.empty() : Optional.of(new PluginConfig(settings, shares)),
                flaws);
    }

    private void addProblem(ProblemWeight weight, String path, String text, String meant) {
        flaws.add(new ConfigProblem(weight, path, path.isEmpty() ? 0 : lines.lineOf(path, 0), text, meant));
    }

    private void addRejection(String path, String text, String meant) {
        addProblem(ProblemWeight.REJECTED, path, text, meant);
    }

    private void checkMap(JsonNode map, String parent) {
        map.properties().forEach(entry -> {
            var path = parent.isEmpty() ? entry.getKey() : parent + "." + entry.getKey();
            var known = SCHEMA.find(generalizePath(path));
            if (known.isEmpty()) {
                addProblem(ProblemWeight.PASSED_OVER, path, "is not known here and counts for nothing",
                        SCHEMA.hintFor(generalizePath(parent), entry.getKey()));
            } else if (!known.get().ignoredReason().isEmpty()) {
                addProblem(ProblemWeight.PASSED_OVER, path, "counts for nothing", known.get().ignoredReason());
            } else if (!entry.getValue().isNull()) {
                checkValue(known.get(), path, entry.getValue());
            }
        });
    }

    private static String generalizePath(String path) {
        return INDEX.matcher(path).replaceAll("[]");
    }

    private void checkValue(PluginConfigSchema.SchemaKey key, String path, JsonNode value) {
        if (!key.type().accepts(value)) {
            addRejection(path, "is “%s”".formatted(shortenedText(value)), "It takes " + key.type().typeText());
        } else if (key.type() == PluginConfigSchema.KeyType.MAP) {
            checkMap(value, path);
        } else if (key.type() == PluginConfigSchema.KeyType.MAPS) {
            for (int i = 0; i < value.size(); i++) {
                checkMap(value.get(i), path + "[" + i + "]");
            }
        } else {
            var texts = new ArrayList<String>();
            if (value.isArray()) {
                value.forEach(element -> texts.add(element.asText()));
            } else {
                texts.add(value.asText());
            }
            checkTexts(key, path, texts);
        }
    }

    private void checkTexts(PluginConfigSchema.SchemaKey key, String path, List<String> texts) {
        for (var text : texts) {
            if (!key.values().isEmpty() && !key.values().contains(text)) {
                addRejection(path, "is “%s”".formatted(text), "It takes " + String.join(", ", key.values()));
            }
        }
        boolean ours = path.startsWith("sharing.") || path.equals("version");
        if (!ours && !texts.isEmpty()) {
            settings.put(path, texts);
        }
    }

    private static String shortenedText(JsonNode value) {
        var text = value.isTextual() ? value.asText() : value.toString();
        return text.length() > 40 ? text.substring(0, 39) + "…" : text;
    }

    private DeviceShares parseShares(JsonNode sharing) {
        var slices = parseSharingBlock(sharing.path("timeSlicing"), "sharing.timeSlicing",
                SharingStrategy.TIME_SLICING);
        var processes = parseSharingBlock(sharing.path("mps"), "sharing.mps", SharingStrategy.MPS);
        if (!processes.replicasByResource().isEmpty() && !slices.replicasByResource().isEmpty()) {
            addProblem(ProblemWeight.PASSED_OVER, "sharing.timeSlicing", "counts for nothing beside sharing.mps",
                    "One excludes the other");
        }
        return processes.replicasByResource().isEmpty() ? slices : processes;
    }

    private DeviceShares parseSharingBlock(JsonNode block, String path, SharingStrategy means) {
        if (!block.isObject()) {
            return DeviceShares.NONE;
        }
        if (!block.path("resources").isArray() || block.path("resources").isEmpty()) {
            addRejection(path, "has no resources", "It needs at least - name: nvidia.com/gpu, with replicas");
            return DeviceShares.NONE;
        }
        var replicas = new TreeMap<String, Integer>();
        for (int i = 0; i < block.path("resources").size(); i++) {
            parseSharedResource(block.path("resources").get(i), path + ".resources[" + i + "]", means, replicas);
        }
        if (means == SharingStrategy.MPS && !block.path("failRequestsGreaterThanOne").asBoolean(true)) {
            addProblem(ProblemWeight.PASSED_OVER, path + ".failRequestsGreaterThanOne", "counts for nothing",
                    "With MPS a request for more than one share always fails");
        }
        return new DeviceShares(means, block.path("renameByDefault").asBoolean(),
                means == SharingStrategy.MPS || block.path("failRequestsGreaterThanOne").asBoolean(), replicas);
    }

    private void parseSharedResource(JsonNode entry, String path, SharingStrategy means,
            Map<String, Integer> replicas) {
        var name = entry.path("name").asText("");
        if (name.isEmpty()) {
            addRejection(path, "has no name", "Such as nvidia.com/gpu");
            return;
        }
        var full = name.contains("/") ? name : VENDOR + name;
        if (!full.startsWith(VENDOR) || full.length() > LONGEST_NAME) {
            addRejection(path + ".name", "is “%s”".formatted(name),
                    "It begins with nvidia.com/ and has at most 63 characters");
            return;
        }
        checkOffered(full, path, means);
        var number = entry.path("replicas");
        if (!number.isIntegralNumber() || number.asInt() < DeviceShares.FEWEST) {
            addRejection(number.isMissingNode() ? path : path + ".replicas",
                    number.isMissingNode() ? "has no replicas" : "is “%s”".formatted(shortenedText(number)),
                    "It takes a whole number, 2 or more; to share nothing, leave the whole of sharing out");
            return;
        }
        if (means == SharingStrategy.MPS && number.asInt() > AdvertisedNodeDevices.MOST_CLIENTS) {
            addRejection(path + ".replicas", "is %d".formatted(number.asInt()),
                    "MPS has at most %d clients on a GPU, %d before compute capability 7.5"
                            .formatted(AdvertisedNodeDevices.MOST_CLIENTS, AdvertisedNodeDevices.FEWER_CLIENTS));
        }
        if (replicas.put(full, number.asInt()) != null) {
            addProblem(ProblemWeight.DOUBTFUL, path, "is about %s once more".formatted(full), "Say it once");
        }
    }

    private void checkOffered(String name, String path, SharingStrategy means) {
        if (name.endsWith(DeviceShares.SHARED)) {
            addProblem(ProblemWeight.PASSED_OVER, path + ".name", "is the name of shares", "Name what is to be shared: "
                    + DeviceShares.baseName(name));
        } else if (!name.equals(DeviceShares.GPU) && !name.startsWith(DeviceShares.MIG)) {
            addProblem(ProblemWeight.PASSED_OVER, path + ".name", "is a resource that the plugin does not offer",
                    "It offers nvidia.com/gpu and, with the MIG strategy mixed, names such as nvidia.com/mig-1g.10gb");
        } else if (means == SharingStrategy.MPS && name.startsWith(DeviceShares.MIG)) {
            addRejection(path + ".name", "is of MIG instances",
                    "MPS shares whole GPUs only; MIG instances take timeSlicing");
        }
    }
}
