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
import tessera.lint.source.LineIndexedText.TextPosition;

/** Unquoted template placeholders of a program like Helm: as YAML they are maps whose keys are maps. */
final class UnquotedTemplatePlaceholderFinder {

    /** A line that is no text: it begins so, or is a value that does. */
    private static final Pattern LINE = Pattern
            .compile("(?m)^[ \\t]*+(?:-[ \\t]++)?(?:[\\w./-]++:[ \\t]++)?(?<template>\\{[{%])");

    private final Set<Node> visited = Collections.newSetFromMap(new IdentityHashMap<>());

    private UnquotedTemplatePlaceholderFinder() {}

    /** Returns the first placeholder of a document, which is no object before it is filled in; empty where there is none. */
    static Optional<Node> findFirst(Node document) {
        return new UnquotedTemplatePlaceholderFinder().findIn(document);
    }

    /** Returns the position of the first placeholder before a place, where a text is not even YAML until filled in. */
    static Optional<TextPosition> firstBefore(LineIndexedText source, TextPosition end) {
        return LINE.matcher(source.text().substring(0, source.lineOffset(end.line() + 1))).results().findFirst()
                .map(found -> source.positionOf(found.start("template")));
    }

    private Optional<Node> findIn(Node node) {
        if (!visited.add(node)) {
            return Optional.empty();
        }
        return switch (node) {
            case MappingNode map when map.getValue().stream()
                    .anyMatch(tuple -> tuple.getKeyNode() instanceof MappingNode) ->
                Optional.of(map);
            case MappingNode map -> findInAny(map.getValue().stream().map(NodeTuple::getValueNode));
            case SequenceNode list -> findInAny(list.getValue().stream());
            default -> Optional.empty();
        };
    }

    private Optional<Node> findInAny(Stream<Node> nodes) {
        return nodes.flatMap(each -> findIn(each).stream()).findFirst();
    }
}
