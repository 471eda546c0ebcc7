package tessera.text;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Keeps the reference of reasons as their records and catalogs have it. */
class ReasonReferenceTest {

    private static final Path KEPT = Path.of("docs/reference/reasons.md");
    private static final String HEAD = """
            # Reasons

            JSON carries the code of a reason in `reason` and its fields in `fields`, beside the text. Codes and fields are stable;
            texts may be reworded. A word in italics stands for a field, `2` for a number. Where the field is `arguments`, it lists the
            values that the text numbers from 0.
            """;

    /** Stands for a field in an example: a number for what counts, its name for what tells. */
    private static final class FieldOfAnExample extends Number {

        private final String name;

        FieldOfAnExample(String name) {
            this.name = name;
        }

        @Override
        public long longValue() {
            return 2;
        }

        @Override
        public int intValue() {
            return 2;
        }

        @Override
        public float floatValue() {
            return 2;
        }

        @Override
        public double doubleValue() {
            return 2;
        }

        @Override
        public String toString() {
            return "*" + name + "*";
        }
    }

    /** A reason that is a key of a catalog, in the code that tells it. */
    private static final Pattern KEYED = Pattern.compile("\\bMESSAGES\\s*\\.reason\\(\\s*\"([^\"]+)\"");

    private static Properties sentencesOf(String packageName) {
        var sentences = new Properties();
        try (var catalog = Reason.class
                .getResourceAsStream("/" + packageName.replace('.', '/') + "/messages.properties")) {
            sentences.load(new InputStreamReader(catalog, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sentences;
    }

    private static String row(String code, List<String> fields, String sentence) {
        return "| `%s` | %s | %s |".formatted(code,
                fields.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")),
                MessagePattern.parse(sentence).format(FieldOfAnExample::new).replace("|", "\\|").replace("\n", " "));
    }

    private static Stream<String> rowsOf(JavaClass type) {
        var sentences = sentencesOf(type.getPackageName());
        var fields = type.isRecord()
                ? Arrays.stream(type.reflect().getRecordComponents()).map(RecordComponent::getName).toList()
                : List.<String>of();
        var codes = type.isEnum() ? Arrays.stream(type.reflect().getEnumConstants()).map(each -> ((Reason) each).code())
                : Stream.of(type.getSimpleName());
        return codes.map(code -> row(code, fields, sentences.getProperty(code)));
    }

    /** Adds the reasons that are keys of a catalog. */
    private static void addKeyed(Path source, Map<String, NavigableSet<String>> rows) throws IOException {
        var packageName = source.subpath(1, source.getNameCount() - 1).toString().replace('/', '.');
        for (var keyed : KEYED.matcher(Files.readString(source)).results().toList()) {
            var sentence = sentencesOf(packageName).getProperty(keyed.group(1));
            rows.computeIfAbsent(packageName.substring("tessera.".length()), _ -> new TreeSet<>())
                    .add(row(
                            MessageCatalog.of(Reason.class).reason(keyed.group(1)).code(), MessagePattern
                                    .parse(sentence).argumentNames().findAny().map(_ -> "arguments").stream().toList(),
                            sentence));
        }
    }

    @Test
    void theReferenceListsEveryReason() throws IOException {
        var rows = new TreeMap<String, NavigableSet<String>>();
        new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("tessera")
                .stream()
                .filter(type -> type.isAssignableTo(Reason.class) && (type.isRecord() || type.isEnum())
                        && type.tryGetMethod("text").isEmpty())
                .forEach(type -> rowsOf(type)
                        .forEach(rows.computeIfAbsent(type.getPackageName().substring("tessera.".length()),
                                _ -> new TreeSet<>())::add));
        for (var root : List.of("app", "views", "services")) {
            try (var sources = Files.walk(Path.of(root))) {
                for (var source : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
                    addKeyed(source, rows);
                }
            }
        }
        var reference = new StringBuilder(HEAD);
        rows.forEach((area, lines) -> reference.append("\n## ").append(area)
                .append("\n\n| code | fields | text |\n| --- | --- | --- |\n").append(String.join("\n", lines))
                .append('\n'));
        var drawn = Files.writeString(Path.of("target/reasons.md"), reference);
        assertThat(KEPT).as("copy " + drawn + " where the change is meant").hasSameTextualContentAs(drawn);
    }
}
