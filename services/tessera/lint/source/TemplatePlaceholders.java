package tessera.lint.source;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;
import tessera.lint.source.SourceText.Position;

/** Places that a program like Helm fills in, written without quotes: as YAML they are maps whose keys are maps. */
final class TemplatePlaceholders {

    /** A line that is no text: it begins so, or is a value that does. */
    private static final Pattern LINE = Pattern
            .compile("(?m)^[ \\t]*+(?:-[ \\t]++)?(?:[\\w./-]++:[ \\t]++)?(?<template>\\{[{%])");

    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private TemplatePlaceholders() {}

    /** The first of a document, which is no object before it is filled in; empty where there is none. */
    static Optional<Node> first(Node document) {
        return new TemplatePlaceholders().find(document);
    }

    /** The first line up to a place that such a program reads, where a text is not even YAML without it. */
    static Optional<Position> before(SourceText source, Position end) {
        return LINE.matcher(source.text().substring(0, source.line(end.line() + 1))).results().findFirst()
                .map(found -> source.position(found.start("template")));
    }

    private Optional<Node> find(Node node) {
        if (!seen.add(node)) {
            return Optional.empty();
        }
        return switch (node) {
            case MappingNode map when map.getValue().stream()
                    .anyMatch(each -> each.getKeyNode() instanceof MappingNode) ->
                Optional.of(map);
            case MappingNode map -> any(map.getValue().stream().map(NodeTuple::getValueNode));
            case SequenceNode list -> any(list.getValue().stream());
            default -> Optional.empty();
        };
    }

    private Optional<Node> any(Stream<Node> nodes) {
        return nodes.flatMap(each -> find(each).stream()).findFirst();
    }
}
