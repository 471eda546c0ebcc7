package tessera.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;

/**
 * The scalars of a manifest by path. Entries of lists that have a name are found by it, so that one more
 * entry moves no other.
 */
final class ManifestScalarIndex {

    private static final List<String> NAMES = List.of("name", "key");

    private final Map<List<String>, ManifestScalar> leaves = new LinkedHashMap<>();
    private final Map<List<String>, Integer> lines = new HashMap<>();

    /** A scalar and its line. */
    record ManifestScalar(String text, int line) {}

    private ManifestScalarIndex() {}

    /** Reads a YAML text, or as much of it as is valid. */
    static ManifestScalarIndex parse(String yaml) {
        var flat = new ManifestScalarIndex();
        var kinds = new HashMap<String, Integer>();
        for (var document : YamlDocuments.read(yaml).documents()) {
            if (document.isPresent()) {
                var kind = document.at("kind").text();
                int count = kinds.merge(kind, 1, Integer::sum);
                flat.addValue(List.of(count == 1 ? kind : kind + " " + count), document);
            }
        }
        return flat;
    }

    private void addValue(List<String> path, ManifestValue value) {
        lines.putIfAbsent(path, value.position().line());
        if (value.isMap() && !value.entries().isEmpty()) {
            value.entries().forEach(entry -> addValue(appendPart(path, entry.name()), entry.value()));
        } else if (value.isList() && !value.items().isEmpty()) {
            var seen = new HashMap<String, Integer>();
            var items = value.items();
            for (int at = 0; at < items.size(); at++) {
                var name = itemName(items.get(at), at);
                int count = seen.merge(name, 1, Integer::sum);
                addValue(appendPart(path, count == 1 ? name : name + " " + count), items.get(at));
            }
        } else {
            leaves.put(path, new ManifestScalar(text(value), value.position().line()));
        }
    }

    private static String text(ManifestValue value) {
        if (value.isMap()) {
            return "{}";
        }
        if (value.isList()) {
            return "[]";
        }
        return value.text();
    }

    private static String itemName(ManifestValue item, int at) {
        return NAMES.stream().map(key -> item.at(key).text()).filter(text -> !text.isEmpty()).findFirst()
                .map(text -> "[" + text + "]").orElse(Integer.toString(at));
    }

    static List<String> appendPart(List<String> path, String last) {
        return Stream.concat(path.stream(), Stream.of(last)).toList();
    }

    Map<List<String>, ManifestScalar> leaves() {
        return leaves;
    }

    /** Returns the text at a path; empty if there is no scalar. */
    String textAt(List<String> path) {
        var manifestScalar = leaves.get(path);
        return manifestScalar == null ? "" : manifestScalar.text();
    }

    /** Returns the names directly below a path, in order. */
    List<String> childNames(List<String> path) {
        return leaves.keySet().stream()
                .filter(each -> each.size() > path.size() && each.subList(0, path.size()).equals(path))
                .map(each -> each.get(path.size())).distinct().toList();
    }

    /** Returns the number of scalars that are in one of both only, or differ. */
    int countDifferences(ManifestScalarIndex other) {
        var all = new HashSet<>(leaves.keySet());
        all.addAll(other.leaves.keySet());
        return (int) all.stream().filter(path -> !isSame(path, other)).count();
    }

    private boolean isSame(List<String> path, ManifestScalarIndex other) {
        var here = leaves.get(path);
        var scalar = other.leaves.get(path);
        return here != null && scalar != null && here.text().equals(scalar.text());
    }

    /** Returns the edits by which this differs from a base, in both directions. */
    List<UnmappedManualEdit> editsAgainst(ManifestScalarIndex base) {
        var beyond = new ArrayList<UnmappedManualEdit>();
        var told = new HashSet<List<String>>();
        leaves.forEach((path, manifestScalar) -> {
            if (!base.leaves.containsKey(path)) {
                var top = topPart(path, base);
                if (told.add(top)) {
                    beyond.add(new UnmappedManualEdit(pathText(top), lines.getOrDefault(top, manifestScalar.line())));
                }
            } else if (!isSame(path, base)) {
                beyond.add(new UnmappedManualEdit(pathText(path), manifestScalar.line()));
            }
        });
        base.leaves.keySet().stream().filter(path -> !leaves.containsKey(path)).map(path -> base.topPart(path, this))
                .filter(path -> !lines.containsKey(path) && told.add(path))
                .forEach(path -> beyond.add(new UnmappedManualEdit(pathText(path), 0)));
        return beyond;
    }

    /** Returns the shortest prefix of a path that another manifest lacks. */
    private List<String> topPart(List<String> path, ManifestScalarIndex other) {
        Set<List<String>> known = other.lines.keySet();
        for (int length = 1; length < path.size(); length++) {
            if (!known.contains(path.subList(0, length))) {
                return path.subList(0, length);
            }
        }
        return path;
    }

    private static String pathText(List<String> path) {
        return String.join(".", path.subList(Math.min(path.size() - 1, 1), path.size())).replace(".[", "[");
    }
}
