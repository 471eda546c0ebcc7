package tessera.sharing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tessera.sharing.DevicePluginConfigProblem.ConfigProblemEffect;
import tessera.text.OptionalText;

/**
 * The text of a named configuration, with the parsed configuration and its problems.
 *
 * @param config as the device plugin takes it; empty when it rejects it
 */
public record DevicePluginConfigDocument(String text, Optional<DevicePluginConfig> config,
        List<DevicePluginConfigProblem> problems) {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    public DevicePluginConfigDocument {
        problems = List.copyOf(problems);
    }

    /** Parses YAML or JSON. */
    public static DevicePluginConfigDocument parse(String text) {
        try {
            JsonNode tree = YAML.readTree(text);
            return new DevicePluginConfigParser(YamlKeyLineNumbers.parse(text)).parse(text, tree);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            return new DevicePluginConfigDocument(text, Optional.empty(),
                    List.of(new DevicePluginConfigProblem(DevicePluginConfigProblem.ConfigProblemEffect.REJECTED, "",
                            line,
                            new PluginConfigProblem.NotYaml(e.getOriginalMessage().lines().findFirst().orElse("")))));
        }
    }

    /** Returns whether the device plugin rejects the whole configuration. */
    public boolean isRejected() {
        return config.isEmpty();
    }

    /** Returns the sharing of GPUs; no sharing where the configuration is rejected. */
    public DeviceShareCounts shares() {
        return config.map(DevicePluginConfig::shares).orElse(DeviceShareCounts.NONE);
    }

    /** Reads one configuration as the device plugin does, and collects what it ignores or rejects. */
    private static final class DevicePluginConfigParser {

        private static final DevicePluginConfigSchema SCHEMA = DevicePluginConfigSchema.bundled();
        private static final Pattern INDEX = Pattern.compile("\\[\\d+]");
        private static final String VENDOR = "nvidia.com/";
        private static final int LONGEST_NAME = 63;

        private final YamlKeyLineNumbers lineNumbers;
        private final List<DevicePluginConfigProblem> problems = new ArrayList<>();
        private final TreeMap<String, List<String>> settings = new TreeMap<>();

        DevicePluginConfigParser(YamlKeyLineNumbers lineNumbers) {
            this.lineNumbers = lineNumbers;
        }

        DevicePluginConfigDocument parse(String text, JsonNode tree) {
            if (!tree.isObject() && !tree.isMissingNode() && !tree.isNull()) {
                addRejection("", new PluginConfigProblem.NotPluginConfig());
            } else {
                lineNumbers.duplicatePaths().forEach(path -> addProblem(ConfigProblemEffect.DOUBTFUL, path,
                        new PluginConfigProblem.DuplicateConfigKey(path)));
                checkMap(tree, "");
                if (!tree.has("version")) {
                    addProblem(ConfigProblemEffect.DOUBTFUL, "", new PluginConfigProblem.MissingConfigVersion());
                }
            }
            var shares = parseShares(tree.path("sharing"));
            boolean rejected = problems.stream()
                    .anyMatch(configProblem -> configProblem.weight() == ConfigProblemEffect.REJECTED);
            return new DevicePluginConfigDocument(text,
                    rejected ? Optional.empty() : Optional.of(new DevicePluginConfig(settings, shares)), problems);
        }

        private void addProblem(ConfigProblemEffect weight, String path, PluginConfigProblem flaw) {
            problems.add(new DevicePluginConfigProblem(weight, path, path.isEmpty() ? 0 : lineNumbers.lineOf(path, 0),
                    flaw));
        }

        private void addRejection(String path, PluginConfigProblem flaw) {
            addProblem(ConfigProblemEffect.REJECTED, path, flaw);
        }

        private void checkMap(JsonNode map, String parent) {
            map.properties().forEach(entry -> {
                var path = OptionalText.suffixed(parent, ".") + entry.getKey();
                var known = SCHEMA.find(generalizePath(path));
                if (known.isEmpty()) {
                    addProblem(ConfigProblemEffect.PASSED_OVER, path, new PluginConfigProblem.UnknownConfigKey(path,
                            SCHEMA.hintFor(generalizePath(parent), entry.getKey())));
                } else if (!known.get().ignoredReason().isEmpty()) {
                    addProblem(ConfigProblemEffect.PASSED_OVER, path,
                            new PluginConfigProblem.IgnoredConfigKey(path, known.get().ignoredReason()));
                } else if (!entry.getValue().isNull()) {
                    checkValue(known.get(), path, entry.getValue());
                }
            });
        }

        private static String generalizePath(String path) {
            return INDEX.matcher(path).replaceAll("[]");
        }

        private void checkValue(DevicePluginConfigSchema.DevicePluginConfigKey key, String path, JsonNode value) {
            if (!key.type().accepts(value)) {
                addRejection(path, new PluginConfigProblem.MistypedConfigValue(path, shortenedText(value), key.type()));
            } else if (key.type() == DevicePluginConfigSchema.KeyType.MAP) {
                checkMap(value, path);
            } else if (key.type() == DevicePluginConfigSchema.KeyType.MAPS) {
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

        private void checkTexts(DevicePluginConfigSchema.DevicePluginConfigKey key, String path, List<String> texts) {
            for (var text : texts) {
                if (!key.values().isEmpty() && !key.values().contains(text)) {
                    addRejection(path,
                            new PluginConfigProblem.UnknownConfigValue(path, text, String.join(", ", key.values())));
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

        private DeviceShareCounts parseShares(JsonNode sharing) {
            var slices = parseSharingBlock(sharing.path("timeSlicing"), "sharing.timeSlicing",
                    GpuSharingStrategy.TIME_SLICING);
            var processes = parseSharingBlock(sharing.path("mps"), "sharing.mps", GpuSharingStrategy.MPS);
            if (!processes.replicasByResource().isEmpty() && !slices.replicasByResource().isEmpty()) {
                addProblem(ConfigProblemEffect.PASSED_OVER, "sharing.timeSlicing",
                        new PluginConfigProblem.ExcludedTimeSlicing("sharing.timeSlicing"));
            }
            return processes.replicasByResource().isEmpty() ? slices : processes;
        }

        private DeviceShareCounts parseSharingBlock(JsonNode block, String path, GpuSharingStrategy means) {
            if (!block.isObject()) {
                return DeviceShareCounts.NONE;
            }
            if (!block.path("resources").isArray() || block.path("resources").isEmpty()) {
                addRejection(path, new PluginConfigProblem.MissingSharingResources(path));
                return DeviceShareCounts.NONE;
            }
            var replicas = new TreeMap<String, Integer>();
            for (int i = 0; i < block.path("resources").size(); i++) {
                parseSharedResource(block.path("resources").get(i), path + ".resources[" + i + "]", means, replicas);
            }
            if (means == GpuSharingStrategy.MPS && !block.path("failRequestsGreaterThanOne").asBoolean(true)) {
                var flag = path + ".failRequestsGreaterThanOne";
                addProblem(ConfigProblemEffect.PASSED_OVER, flag, new PluginConfigProblem.IgnoredMpsFailFlag(flag));
            }
            return new DeviceShareCounts(means, block.path("renameByDefault").asBoolean(),
                    means == GpuSharingStrategy.MPS || block.path("failRequestsGreaterThanOne").asBoolean(), replicas);
        }

        private void parseSharedResource(JsonNode entry, String path, GpuSharingStrategy means,
                Map<String, Integer> replicas) {
            var name = entry.path("name").asText("");
            if (name.isEmpty()) {
                addRejection(path, new PluginConfigProblem.MissingResourceName(path));
                return;
            }
            var full = name.contains("/") ? name : VENDOR + name;
            if (!full.startsWith(VENDOR) || full.length() > LONGEST_NAME) {
                addRejection(path + ".name", new PluginConfigProblem.InvalidResourceName(path + ".name", name));
                return;
            }
            checkOffered(full, path, means);
            var number = entry.path("replicas");
            if (!number.isMissingNode() && !number.isNull() && !number.isIntegralNumber()) {
                // The schema of the file says so already.
                return;
            }
            if (number.isMissingNode()) {
                addRejection(path, new PluginConfigProblem.MissingReplicas(path));
                return;
            }
            var place = path + ".replicas";
            if (!number.isIntegralNumber() || number.asInt() < DeviceShareCounts.FEWEST) {
                addRejection(place, new PluginConfigProblem.InvalidReplicas(place, shortenedText(number)));
                return;
            }
            if (means == GpuSharingStrategy.MPS && number.asInt() > ShareableNodeDevices.MOST_CLIENTS) {
                addRejection(place, new PluginConfigProblem.ExcessiveMpsReplicas(place, number.asInt(),
                        ShareableNodeDevices.MOST_CLIENTS, ShareableNodeDevices.FEWER_CLIENTS));
            }
            if (replicas.put(full, number.asInt()) != null) {
                addProblem(ConfigProblemEffect.DOUBTFUL, path, new PluginConfigProblem.RepeatedResource(path, full));
            }
        }

        private void checkOffered(String name, String path, GpuSharingStrategy means) {
            var place = path + ".name";
            if (name.endsWith(DeviceShareCounts.SHARED)) {
                addProblem(ConfigProblemEffect.PASSED_OVER, place,
                        new PluginConfigProblem.SharesAsResource(place, DeviceShareCounts.baseName(name)));
            } else if (!name.equals(DeviceShareCounts.GPU) && !name.startsWith(DeviceShareCounts.MIG)) {
                addProblem(ConfigProblemEffect.PASSED_OVER, place, new PluginConfigProblem.UnofferedResource(place));
            } else if (means == GpuSharingStrategy.MPS && name.startsWith(DeviceShareCounts.MIG)) {
                addRejection(place, new PluginConfigProblem.MigResourceOfMps(place));
            }
        }
    }
}
