package tessera.lint.source;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;
import tessera.lint.source.SourceText.Position;

/**
 * The documents of a text, YAML or JSON, as trees. Nothing is constructed, so that tags mean nothing; what aliases stand
 * for is bounded.
 *
 * @param documents as many as could be read
 * @param trouble   why the rest could not
 */
public record YamlDocuments(SourceText source, List<ManifestValue> documents, Optional<SyntaxProblem> trouble) {

    private static final int LARGEST = 8 << 20;
    private static final int DEEPEST = 80;
    /** More than a Secret may hold. */
    private static final int LONGEST = 1_500_000;
    private static final Pattern OF_ALERTS = Pattern.compile("\\{\\{-?\\s*\\$(?:labels|value|externalLabels)\\b");
    private static final int LONGEST_INSIDE = 1 << 18;

    /**
     * Where a text ceases to be YAML.
     *
     * @param words    in the parser's words
     * @param template whether a program such as Helm makes YAML of it first
     */
    public record SyntaxProblem(Position position, String words, boolean template) {

        SyntaxProblem(Position position, String words) {
            this(position, words, false);
        }
    }

    public YamlDocuments {
        documents = List.copyOf(documents);
    }

    /** Reads a text. */
    public static YamlDocuments read(String text) {
        var source = new SourceText(text);
        var documents = new ArrayList<ManifestValue>();
        if (text.length() > LARGEST) {
            return new YamlDocuments(source, documents,
                    Optional.of(new SyntaxProblem(new Position(1, 1), "it is larger than 8 MiB")));
        }
        var stretch = ParserLookahead.longest(text);
        if (stretch.length() > LONGEST) {
            return new YamlDocuments(source, documents, Optional.of(new SyntaxProblem(source.position(stretch.from()),
                    "%,d characters without a break, and no object that a server takes has as many".formatted(
                            stretch.length()))));
        }
        try {
            for (var node : yaml().composeAll(new StringReader(readable(text)))) {
                if (AliasBudget.tooMany(node)) {
                    return new YamlDocuments(source, documents, Optional.of(new SyntaxProblem(position(node),
                            "its aliases stand for too many values, or for themselves")));
                }
                var unfilled = TemplatePlaceholders.first(node);
                if (unfilled.isPresent()) {
                    return new YamlDocuments(source, documents,
                            Optional.of(unfilled(source, position(unfilled.get()))));
                }
                documents.add(new ManifestValue(source, node, null, null));
            }
            return new YamlDocuments(source, documents, Optional.empty());
        } catch (MarkedYAMLException e) {
            var trouble = trouble(e);
            return new YamlDocuments(source, documents,
                    Optional.of(TemplatePlaceholders.before(source, trouble.position())
                            .map(place -> unfilled(source, place)).orElse(trouble)));
        } catch (ReaderException e) {
            return new YamlDocuments(source, documents, Optional.of(new SyntaxProblem(source.position(e.getPosition()),
                    "a character that no text has, %04X".formatted(e.getCodePoint()))));
        } catch (YAMLException | StackOverflowError _) {
            return new YamlDocuments(source, documents,
                    Optional.of(new SyntaxProblem(new Position(1, 1), "it is nested too deeply")));
        }
    }

    /** What Prometheus fills in is a text, which has to be quoted; all else is filled in before it is YAML. */
    private static SyntaxProblem unfilled(SourceText source, Position place) {
        return OF_ALERTS.matcher(source.text().substring(source.line(place.line()), source.line(place.line() + 1)))
                .find()
                        ? new SyntaxProblem(place, "“{{ … }}” is a part of a text here, and has to stand in quotes")
                        : new SyntaxProblem(place, "“{{ … }}” stands there for what is yet to be filled in", true);
    }

    private static SyntaxProblem trouble(MarkedYAMLException e) {
        // Of a token that is not finished the beginning is at fault, and not where the reader gave up.
        boolean unfinished = e.getContext() != null && e.getContext().startsWith("while scanning")
                && e.getContextMark() != null;
        var mark = unfinished ? e.getContextMark() : e.getProblemMark();
        var words = e.getProblem() == null ? "it is none" : e.getProblem().lines().findFirst().orElse("");
        return new SyntaxProblem(
                mark == null ? new Position(1, 1) : new Position(mark.getLine() + 1, mark.getColumn() + 1),
                words);
    }

    private static Position position(Node node) {
        var mark = node.getStartMark();
        return new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** One text inside another, with lines of its own; null where it is no YAML, or takes too long to read as such. */
    public static @Nullable ManifestValue inner(String text) {
        if (text.length() > LARGEST || ParserLookahead.longest(text).length() > LONGEST_INSIDE) {
            return null;
        }
        try {
            Node node = yaml().compose(new StringReader(readable(text)));
            return node == null || AliasBudget.tooMany(node) ? null
                    : new ManifestValue(new SourceText(text), node, null, null);
        } catch (YAMLException | StackOverflowError _) {
            return null;
        }
    }

    /** The text that a value is, read as {@link #inner(String)} does; places in it are told as those of the whole. */
    public static @Nullable ManifestValue inner(ManifestValue holder) {
        var inner = inner(holder.text());
        if (inner == null) {
            return null;
        }
        int first = holder.blockLine();
        var line = first == 0 ? "" : holder.lineOf(first);
        int indent = line.length() - line.stripLeading().length();
        UnaryOperator<Position> outside = first == 0 || holder.embedded() ? _ -> holder.position()
                : inside -> new Position(first + inside.line() - 1, indent + inside.column());
        return new ManifestValue(new SourceText(holder.text(), Optional.of(outside)),
                Objects.requireNonNull(inner.node()),
                null, null);
    }

    /** JSON may be indented by tabs, which YAML does not know; as many characters stand for them. */
    private static String readable(String text) {
        return json(text) ? text.replace('\t', ' ') : text;
    }

    /** Whether a text is JSON, as its first character tells behind the mark of its encoding. */
    static boolean json(String text) {
        var first = text.startsWith("\uFEFF") ? text.substring(1).stripLeading() : text.stripLeading();
        return first.startsWith("{") || first.startsWith("[");
    }

    private static Yaml yaml() {
        var options = new LoaderOptions();
        options.setCodePointLimit(LARGEST);
        options.setNestingDepthLimit(DEEPEST);
        options.setMaxAliasesForCollections(1_000);
        return new Yaml(options);
    }
}
