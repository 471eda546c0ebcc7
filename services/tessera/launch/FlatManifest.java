package tessera.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tessera.launch.LaunchDraft.Beyond;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;

/**
 * The scalars of a manifest, each under the way to it. Entries of lists that have a name are found by it, so that one more
 * entry moves no other.
 */
final class FlatManifest {

    private static final List<String> NAMES = List.of("name", "key");

    private final Map<List<String>, Leaf> leaves = new LinkedHashMap<>();
    private final Map<List<String>, Integer> lines = new HashMap<>();

    /** A scalar, and the line that it stands on. */
    record Leaf(String text, int line) {}

    private FlatManifest() {}

    /** Reads a text that is YAML, or as much of it as is. */
    static FlatManifest of(String yaml) {
        var flat = new FlatManifest();
        var kinds = new HashMap<String, Integer>();
        for (var document : YamlDocuments.read(yaml).documents()) {
            if (document.present()) {
                var kind = document.at("kind").text();
                int count = kinds.merge(kind, 1, Integer::sum);
                flat.add(List.of(count == 1 ? kind : kind + " " + count), document);
            }
        }
        return flat;
    }

    private void add(List<String> path, ManifestValue value) {
        lines.putIfAbsent(path, value.position().line());
        if (value.isMap() && !value.entries().isEmpty()) {
            value.entries().forEach(entry -> add(with(path, entry.name()), entry.value()));
        } else if (value.isList() && !value.items().isEmpty()) {
            var seen = new HashMap<String, Integer>();
            var items = value.items();
            for (int at = 0; at < items.size(); at++) {
                var name = name(items.get(at), at);
                int count = seen.merge(name, 1, Integer::sum);
                add(with(path, count == 1 ? name : name + " " + count), items.get(at));
            }
        } else {
            leaves.put(path, new Leaf(value.isMap() ? "{}" : value.isList() ? "[]" : value.text(),
                    value.position().line()));
        }
    }

    private static String name(ManifestValue item, int at) {
        return NAMES.stream().map(key -> item.at(key).text()).filter(text -> !text.isEmpty()).findFirst()
                .map(text -> "[" + text + "]").orElse(Integer.toString(at));
    }

    static List<String> with(List<String> path, String last) {
        return Stream.concat(path.stream(), Stream.of(last)).toList();
    }

    Map<List<String>, Leaf> leaves() {
        return leaves;
    }

    /** What a place says; empty where there is no scalar. */
    String text(List<String> path) {
        var leaf = leaves.get(path);
        return leaf == null ? "" : leaf.text();
    }

    /** What is directly under a place, in order. */
    List<String> under(List<String> path) {
        return leaves.keySet().stream().filter(each -> each.size() > path.size()
                && each.subList(0, path.size()).equals(path)).map(each -> each.get(path.size())).distinct().toList();
    }

    /** How many scalars are in one of both only, or say something else. */
    int differences(FlatManifest other) {
        var all = new HashSet<>(leaves.keySet());
        all.addAll(other.leaves.keySet());
        return (int) all.stream().filter(path -> !same(path, other)).count();
    }

    private boolean same(List<String> path, FlatManifest other) {
        var here = leaves.get(path);
        var there = other.leaves.get(path);
        return here != null && there != null && here.text().equals(there.text());
    }

    /** What this says that a base does not say, and the other way round. */
    List<Beyond> beyond(FlatManifest base) {
        var beyond = new ArrayList<Beyond>();
        var told = new HashSet<List<String>>();
        leaves.forEach((path, leaf) -> {
            if (!base.leaves.containsKey(path)) {
                var top = top(path, base);
                if (told.add(top)) {
                    beyond.add(new Beyond(words(top), lines.getOrDefault(top, leaf.line())));
                }
            } else if (!same(path, base)) {
                beyond.add(new Beyond(words(path), leaf.line()));
            }
        });
        base.leaves.keySet().stream().filter(path -> !leaves.containsKey(path)).map(path -> base.top(path, this))
                .filter(path -> !lines.containsKey(path) && told.add(path))
                .forEach(path -> beyond.add(new Beyond(words(path), 0)));
        return beyond;
    }

    /** The first part of a way that another has not. */
    private List<String> top(List<String> path, FlatManifest other) {
        Set<List<String>> known = other.lines.keySet();
        for (int length = 1; length < path.size(); length++) {
            if (!known.contains(path.subList(0, length))) {
                return path.subList(0, length);
            }
        }
        return path;
    }

    private static String words(List<String> path) {
        return String.join(".", path.subList(Math.min(path.size() - 1, 1), path.size())).replace(".[", "[");
    }
}
