package tessera.lint.source;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.reader.ReaderException;
import tessera.lint.source.LineIndexedText.TextPosition;
import tessera.yaml.KubernetesYamlReader;
import tessera.yaml.YamlParserBufferedSpan;

/**
 * The documents of a text, YAML or JSON, as trees. Nothing is constructed, so that tags mean nothing; what aliases stand
 * for is bounded.
 *
 * @param documents as many as could be read
 * @param syntaxProblem   why the rest could not
 */
public record YamlDocuments(LineIndexedText source, List<ManifestValue> documents,
        Optional<SyntaxProblem> syntaxProblem) {

    private static final String PLACEHOLDER = "{{ … }}";
    private static final int LARGEST = 8 << 20;
    private static final int DEEPEST = 80;
    private static final int MOST_ALIASES = 1_000;
    /** More than a Secret may hold. */
    private static final int LONGEST = 1_500_000;
    private static final Pattern OF_ALERTS = Pattern.compile("\\{\\{-?\\s*\\$(?:labels|value|externalLabels)\\b");
    private static final int LONGEST_INSIDE = 1 << 18;

    /**
     * A syntax problem: the position at which a text is no YAML, and why.
     *
     * @param reason why it cannot be read
     * @param template whether a program such as Helm makes YAML of it first
     */
    public record SyntaxProblem(TextPosition position, YamlSyntaxReason reason, boolean template) {

        SyntaxProblem(TextPosition position, YamlSyntaxReason reason) {
            this(position, reason, false);
        }
    }

    public YamlDocuments {
        documents = List.copyOf(documents);
    }

    /** Reads a text. */
    public static YamlDocuments read(String text) {
        var source = new LineIndexedText(text);
        var documents = new ArrayList<ManifestValue>();
        var oversize = sizeProblem(source);
        if (oversize.isPresent()) {
            return new YamlDocuments(source, documents, oversize);
        }
        try {
            for (var node : createYaml().composeAll(new StringReader(replaceTabs(text)))) {
                if (YamlAliasLimitCheck.exceedsBudget(node)) {
                    return new YamlDocuments(source, documents,
                            Optional.of(new SyntaxProblem(positionOf(node), new YamlSyntaxReason.TooManyAliases())));
                }
                var unfilled = UnquotedTemplatePlaceholderFinder.findFirst(node);
                if (unfilled.isPresent()) {
                    return new YamlDocuments(source, documents,
                            Optional.of(unfilledProblem(source, positionOf(unfilled.get()))));
                }
                documents.add(new ManifestValue(source, node, null, null));
            }
            return new YamlDocuments(source, documents, Optional.empty());
        } catch (MarkedYAMLException e) {
            var problem = syntaxProblem(e);
            return new YamlDocuments(source, documents,
                    Optional.of(UnquotedTemplatePlaceholderFinder.firstBefore(source, problem.position())
                            .map(position -> unfilledProblem(source, position)).orElse(problem)));
        } catch (ReaderException e) {
            return new YamlDocuments(source, documents,
                    Optional.of(new SyntaxProblem(source.positionOf(e.getPosition()),
                            new YamlSyntaxReason.InvalidYamlCharacter("%04X".formatted(e.getCodePoint())))));
        } catch (YAMLException | StackOverflowError _) {
            return new YamlDocuments(source, documents,
                    Optional.of(new SyntaxProblem(new TextPosition(1, 1), new YamlSyntaxReason.TooDeepYaml())));
        }
    }

    /** Returns why the text is too large to be parsed; empty if it is not. */
    private static Optional<SyntaxProblem> sizeProblem(LineIndexedText source) {
        if (source.text().length() > LARGEST) {
            return Optional.of(new SyntaxProblem(new TextPosition(1, 1), new YamlSyntaxReason.TooLargeYaml()));
        }
        var stretch = YamlParserBufferedSpan.findLongest(source.text());
        if (stretch.length() <= LONGEST) {
            return Optional.empty();
        }
        return Optional.of(new SyntaxProblem(source.positionOf(stretch.from()),
                new YamlSyntaxReason.TooLongValue("%,d".formatted(stretch.length()))));
    }

    /** Returns the problem of an unfilled placeholder: of Prometheus it has to be quoted, others are filled in before parsing. */
    private static SyntaxProblem unfilledProblem(LineIndexedText source, TextPosition position) {
        if (OF_ALERTS.matcher(
                source.text().substring(source.lineOffset(position.line()), source.lineOffset(position.line() + 1)))
                .find()) {
            return new SyntaxProblem(position, new YamlSyntaxReason.UnquotedPlaceholder(PLACEHOLDER));
        }
        return new SyntaxProblem(position, new YamlSyntaxReason.UnfilledPlaceholder(PLACEHOLDER), true);
    }

    private static SyntaxProblem syntaxProblem(MarkedYAMLException e) {
        // Of a token that is not finished the beginning is at fault, and not where the reader gave up.
        boolean unfinished = e.getContext() != null && e.getContext().startsWith("while scanning")
                && e.getContextMark() != null;
        var mark = unfinished ? e.getContextMark() : e.getProblemMark();
        var message = Objects.requireNonNullElse(e.getProblem(), "").lines().findFirst().orElse("");
        return new SyntaxProblem(
                mark == null ? new TextPosition(1, 1) : new TextPosition(mark.getLine() + 1, mark.getColumn() + 1),
                new YamlSyntaxReason.YamlParserMessage(message));
    }

    private static TextPosition positionOf(Node node) {
        var mark = node.getStartMark();
        return new TextPosition(mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** Parses one text inside another with lines of its own; null where it is no YAML, or takes too long to parse. */
    public static @Nullable ManifestValue parseEmbedded(String text) {
        if (text.length() > LARGEST || YamlParserBufferedSpan.findLongest(text).length() > LONGEST_INSIDE) {
            return null;
        }
        try {
            Node node = createYaml().compose(new StringReader(replaceTabs(text)));
            if (node == null || YamlAliasLimitCheck.exceedsBudget(node)) {
                return null;
            }
            return new ManifestValue(new LineIndexedText(text), node, null, null);
        } catch (YAMLException | StackOverflowError _) {
            return null;
        }
    }

    /** The text that a value is, read as {@link #parseEmbedded(String)} does; places in it are told as those of the whole. */
    public static @Nullable ManifestValue parseEmbedded(ManifestValue holder) {
        var inner = parseEmbedded(holder.text());
        if (inner == null) {
            return null;
        }
        int first = holder.blockStartLine();
        var line = first == 0 ? "" : holder.lineOf(first);
        int indent = line.length() - line.stripLeading().length();
        UnaryOperator<TextPosition> outside = first == 0 || holder.isEmbedded() ? _ -> holder.position()
                : inside -> new TextPosition(first + inside.line() - 1, indent + inside.column());
        return new ManifestValue(new LineIndexedText(holder.text(), Optional.of(outside)),
                Objects.requireNonNull(inner.node()), null, null);
    }

    /** Replaces tabs by blanks: JSON may be indented by tabs, which YAML does not allow. */
    private static String replaceTabs(String text) {
        return isJson(text) ? text.replace('\t', ' ') : text;
    }

    /** Returns whether a text is JSON, judged by its first character behind a byte order mark. */
    private static boolean isJson(String text) {
        var first = text.startsWith("\uFEFF") ? text.substring(1).stripLeading() : text.stripLeading();
        return first.startsWith("{") || first.startsWith("[");
    }

    private static Yaml createYaml() {
        return KubernetesYamlReader.createParser(LARGEST, DEEPEST, MOST_ALIASES);
    }

    /** Unquoted template placeholders of a program like Helm: as YAML they are maps whose keys are maps. */
    private static final class UnquotedTemplatePlaceholderFinder {

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

    /** Limits the expansion of YAML aliases: a few lines of them can stand for billions of values. */
    private static final class YamlAliasLimitCheck {

        /** More than any manifest has, and few enough to go through. */
        private static final long MOST = 100_000;

        private final IdentityHashMap<Node, Long> sizes = new IdentityHashMap<>();

        private YamlAliasLimitCheck() {}

        /** Returns whether a document expands to far more than is written, or contains itself. */
        static boolean exceedsBudget(Node root) {
            var aliases = new YamlAliasLimitCheck();
            return aliases.expandedSize(root) - aliases.sizes.size() > MOST;
        }

        private long expandedSize(Node node) {
            var known = sizes.get(node);
            if (known != null) {
                return known;
            }
            // Until it is known: what contains itself is endless.
            sizes.put(node, Long.MAX_VALUE / 4);
            long size = 1;
            if (node instanceof SequenceNode list) {
                for (var item : list.getValue()) {
                    size = saturatedSum(size, expandedSize(item));
                }
            } else if (node instanceof MappingNode map) {
                for (var entry : map.getValue()) {
                    size = saturatedSum(size,
                            saturatedSum(expandedSize(entry.getKeyNode()), expandedSize(entry.getValueNode())));
                }
            }
            sizes.put(node, size);
            return size;
        }

        private static long saturatedSum(long one, long other) {
            return Math.min(Long.MAX_VALUE / 4, one + other);
        }
    }
}
