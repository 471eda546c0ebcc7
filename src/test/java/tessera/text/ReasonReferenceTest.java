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
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
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
            texts may be reworded. A word in italics stands for a field, `2` for a number.
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

    private static Stream<String> rowsOf(JavaClass type) {
        var sentences = new Properties();
        try (var catalog = type.reflect().getResourceAsStream("messages.properties")) {
            sentences.load(new InputStreamReader(catalog, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var fields = type.isRecord()
                ? Arrays.stream(type.reflect().getRecordComponents()).map(RecordComponent::getName).toList()
                : List.<String>of();
        var codes = type.isEnum()
                ? Arrays.stream(type.reflect().getEnumConstants()).map(each -> ((Reason) each).code())
                : Stream.of(type.getSimpleName());
        return codes.map(code -> "| `%s` | %s | %s |".formatted(code,
                fields.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")),
                MessagePattern.parse(sentences.getProperty(code)).format(FieldOfAnExample::new).replace("|", "\\|")
                        .replace("\n", " ")));
    }

    @Test
    void theReferenceListsEveryReason() throws IOException {
        var rows = new TreeMap<String, TreeSet<String>>();
        new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("tessera")
                .stream().filter(type -> type.isAssignableTo(Reason.class) && (type.isRecord() || type.isEnum())
                        && type.tryGetMethod("text").isEmpty())
                .forEach(type -> rowsOf(type).forEach(
                        rows.computeIfAbsent(type.getPackageName().substring("tessera.".length()),
                                _ -> new TreeSet<>())::add));
        var reference = new StringBuilder(HEAD);
        rows.forEach((area, lines) -> reference.append("\n## ").append(area)
                .append("\n\n| code | fields | text |\n| --- | --- | --- |\n")
                .append(String.join("\n", lines)).append('\n'));
        var drawn = Files.writeString(Path.of("target/reasons.md"), reference);
        assertThat(KEPT).as("copy " + drawn + " where the change is meant").hasSameTextualContentAs(drawn);
    }
}
