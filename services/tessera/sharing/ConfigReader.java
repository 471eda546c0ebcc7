package tessera.sharing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tessera.sharing.Flaw.Weight;

/** Reads one configuration as the device plugin does, and notes what it makes nothing of. */
final class ConfigReader {

    private static final Schema SCHEMA = Schema.bundled();
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]");
    private static final String VENDOR = "nvidia.com/";
    private static final int LONGEST_NAME = 63;

    private final Lines lines;
    private final List<Flaw> flaws = new ArrayList<>();
    private final TreeMap<String, List<String>> settings = new TreeMap<>();

    ConfigReader(Lines lines) {
        this.lines = lines;
    }

    ConfigDocument read(String text, JsonNode tree) {
        if (!tree.isObject() && !tree.isMissingNode() && !tree.isNull()) {
            reject("", "this is no configuration", "It begins with version: v1");
        } else {
            lines.twice().forEach(path -> flaw(Weight.DOUBTFUL, path, "is written twice",
                    "The last one counts"));
            walk(tree, "");
            if (!tree.has("version")) {
                flaw(Weight.DOUBTFUL, "", "there is no version", "Begin with version: v1");
            }
        }
        var shares = shares(tree.path("sharing"));
        boolean rejected = flaws.stream().anyMatch(flaw -> flaw.weight() == Weight.REJECTED);
        return new ConfigDocument(text,
                rejected ? Optional.empty() : Optional.of(new PluginConfig(settings, shares)),
                flaws);
    }

    private void flaw(Weight weight, String path, String words, String meant) {
        flaws.add(new Flaw(weight, path, path.isEmpty() ? 0 : lines.of(path, 0), words, meant));
    }

    private void reject(String path, String words, String meant) {
        flaw(Weight.REJECTED, path, words, meant);
    }

    private void walk(JsonNode map, String parent) {
        map.properties().forEach(entry -> {
            var path = parent.isEmpty() ? entry.getKey() : parent + "." + entry.getKey();
            var known = SCHEMA.key(general(path));
            if (known.isEmpty()) {
                flaw(Weight.PASSED_OVER, path, "is not known here and counts for nothing",
                        SCHEMA.meant(general(parent), entry.getKey()));
            } else if (!known.get().passedOver().isEmpty()) {
                flaw(Weight.PASSED_OVER, path, "counts for nothing", known.get().passedOver());
            } else if (!entry.getValue().isNull()) {
                value(known.get(), path, entry.getValue());
            }
        });
    }

    private static String general(String path) {
        return INDEX.matcher(path).replaceAll("[]");
    }

    private void value(Schema.Key key, String path, JsonNode value) {
        if (!key.type().takes(value)) {
            reject(path, "is “%s”".formatted(shortened(value)), "It takes " + key.type().words());
        } else if (key.type() == Schema.Type.MAP) {
            walk(value, path);
        } else if (key.type() == Schema.Type.MAPS) {
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

    private void check(Schema.Key key, String path, List<String> texts) {
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

    private Shares shares(JsonNode sharing) {
        var slices = block(sharing.path("timeSlicing"), "sharing.timeSlicing", Means.TIME_SLICING);
        var processes = block(sharing.path("mps"), "sharing.mps", Means.MPS);
        if (!processes.replicas().isEmpty() && !slices.replicas().isEmpty()) {
            flaw(Weight.PASSED_OVER, "sharing.timeSlicing", "counts for nothing beside sharing.mps",
                    "One excludes the other");
        }
        return processes.replicas().isEmpty() ? slices : processes;
    }

    private Shares block(JsonNode block, String path, Means means) {
        if (!block.isObject()) {
            return Shares.NONE;
        }
        if (!block.path("resources").isArray() || block.path("resources").isEmpty()) {
            reject(path, "has no resources", "It needs at least - name: nvidia.com/gpu, with replicas");
            return Shares.NONE;
        }
        var replicas = new TreeMap<String, Integer>();
        for (int i = 0; i < block.path("resources").size(); i++) {
            resource(block.path("resources").get(i), path + ".resources[" + i + "]", means, replicas);
        }
        if (means == Means.MPS && !block.path("failRequestsGreaterThanOne").asBoolean(true)) {
            flaw(Weight.PASSED_OVER, path + ".failRequestsGreaterThanOne", "counts for nothing",
                    "With MPS a request for more than one share always fails");
        }
        return new Shares(means, block.path("renameByDefault").asBoolean(),
                means == Means.MPS || block.path("failRequestsGreaterThanOne").asBoolean(), replicas);
    }

    private void resource(JsonNode entry, String path, Means means, Map<String, Integer> replicas) {
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
        if (!number.isIntegralNumber() || number.asInt() < Shares.FEWEST) {
            reject(number.isMissingNode() ? path : path + ".replicas",
                    number.isMissingNode() ? "has no replicas" : "is “%s”".formatted(shortened(number)),
                    "It takes a whole number, 2 or more; to share nothing, leave the whole of sharing out");
            return;
        }
        if (means == Means.MPS && number.asInt() > NodeDevices.MOST_CLIENTS) {
            reject(path + ".replicas", "is %d".formatted(number.asInt()),
                    "MPS has at most %d clients on a GPU, %d before compute capability 7.5"
                            .formatted(NodeDevices.MOST_CLIENTS, NodeDevices.FEWER_CLIENTS));
        }
        if (replicas.put(full, number.asInt()) != null) {
            flaw(Weight.DOUBTFUL, path, "is about %s once more".formatted(full), "Say it once");
        }
    }

    private void offered(String name, String path, Means means) {
        if (name.endsWith(Shares.SHARED)) {
            flaw(Weight.PASSED_OVER, path + ".name", "is the name of shares", "Name what is to be shared: "
                    + Shares.unshared(name));
        } else if (!name.equals(Shares.GPU) && !name.startsWith(Shares.MIG)) {
            flaw(Weight.PASSED_OVER, path + ".name", "is a resource that the plugin does not offer",
                    "It offers nvidia.com/gpu and, with the MIG strategy mixed, names such as nvidia.com/mig-1g.10gb");
        } else if (means == Means.MPS && name.startsWith(Shares.MIG)) {
            reject(path + ".name", "is of MIG instances", "MPS shares whole GPUs only; MIG instances take timeSlicing");
        }
    }
}
