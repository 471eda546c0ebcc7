package tessera.cluster.kubeconfig;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import tessera.cluster.kubeconfig.KubeconfigReason.YamlValueRule;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * A mapping in a YAML file that knows its position, so that problems name line and path. Keys
 * that nobody asks for are ignored; a key that is written twice counts as last written.
 */
final class PositionedYamlMap {

    private static final int DEEPEST_MERGE = 5;

    private final Path file;
    private final MappingNode node;
    private final String path;

    PositionedYamlMap(Path file, MappingNode node, String path) {
        this.file = file;
        this.node = node;
        this.path = path;
    }

    Path file() {
        return file;
    }

    /** Returns the text of a scalar; empty when there is none. */
    String text(String key) throws ProblemException {
        return switch (findNode(key)) {
            case null -> "";
            case ScalarNode scalar -> scalar.getValue();
            case Node other -> throw invalidValue(other, key, YamlValueRule.STRING);
        };
    }

    boolean readFlag(String key) throws ProblemException {
        return Boolean.parseBoolean(text(key));
    }

    Optional<PositionedYamlMap> readMapping(String key) throws ProblemException {
        return switch (findNode(key)) {
            case null -> Optional.empty();
            case MappingNode mapping -> Optional.of(new PositionedYamlMap(file, mapping, path + key + "."));
            case Node other -> throw invalidValue(other, key, YamlValueRule.MAPPING);
        };
    }

    /** Returns the mappings of a list. */
    List<PositionedYamlMap> readMappings(String key) throws ProblemException {
        var maps = new ArrayList<PositionedYamlMap>();
        for (var item : listItems(key)) {
            if (!(item instanceof MappingNode mapping)) {
                throw invalidValue(item, key + "[" + maps.size() + "]", YamlValueRule.MAPPING);
            }
            maps.add(new PositionedYamlMap(file, mapping, path + key + "[" + maps.size() + "]."));
        }
        return maps;
    }

    /** Returns the scalars of a list. */
    List<String> readTexts(String key) throws ProblemException {
        var texts = new ArrayList<String>();
        for (var item : listItems(key)) {
            if (!(item instanceof ScalarNode scalar)) {
                throw invalidValue(item, key + "[" + texts.size() + "]", YamlValueRule.STRING);
            }
            texts.add(scalar.getValue());
        }
        return texts;
    }

    /** Returns the scalars of a mapping. */
    Map<String, String> readEntries(String key) throws ProblemException {
        var entries = new LinkedHashMap<String, String>();
        var inner = readMapping(key);
        if (inner.isPresent()) {
            for (var name : inner.get().keys()) {
                entries.put(name, inner.get().text(name));
            }
        }
        return entries;
    }

    List<String> keys() {
        return node.getValue().stream().filter(entry -> entry.getKeyNode() instanceof ScalarNode)
                .map(entry -> ((ScalarNode) entry.getKeyNode()).getValue()).filter(key -> !key.equals("<<")).distinct()
                .toList();
    }

    /** Returns a failure that names the position of a key. */
    ProblemException invalidValue(String key, YamlValueRule rule) {
        var value = findNode(key);
        return invalidValue(value == null ? node : value, key, rule);
    }

    /** Returns the node of a key; null when it is missing or null. */
    @Nullable
    Node findNode(String key) {
        return findNode(node, key, DEEPEST_MERGE);
    }

    static boolean isNull(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    static int lineOf(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    private List<Node> listItems(String key) throws ProblemException {
        return switch (findNode(key)) {
            case null -> List.of();
            case SequenceNode sequence -> sequence.getValue();
            case Node other -> throw invalidValue(other, key, YamlValueRule.LIST);
        };
    }

    private static @Nullable Node findNode(MappingNode map, String key, int depth) {
        Node found = null;
        Node merged = null;
        for (var entry : map.getValue()) {
            if (entry.getKeyNode() instanceof ScalarNode scalar) {
                if (scalar.getValue().equals(key)) {
                    found = entry.getValueNode();
                } else if (scalar.getValue().equals("<<")) {
                    merged = entry.getValueNode();
                }
            }
        }
        if (found == null && merged instanceof MappingNode inherited && depth > 0) {
            found = findNode(inherited, key, depth - 1);
        }
        return found == null || isNull(found) ? null : found;
    }

    private ProblemException invalidValue(Node at, String key, YamlValueRule rule) {
        return brokenFile(file, new KubeconfigReason.YamlValueInvalid(lineOf(at), path + key, rule));
    }

    /** Returns the failure of a kubeconfig that cannot be understood. */
    static ProblemException brokenFile(Path file, KubeconfigReason fault) {
        return new ProblemException(Problem
                .of(OperationProblemKind.CONFIGURATION, new KubeconfigReason.KubeconfigMalformed(file.toString()))
                .withDetail(fault.text()));
    }
}
