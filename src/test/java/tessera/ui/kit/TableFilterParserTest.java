package tessera.ui.kit;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;

import static org.assertj.core.api.Assertions.assertThat;

/** What a user types to narrow a table. */
class TableFilterParserTest {

    private record Row(String name, String model, double free, boolean cordoned) {}

    private static final List<Row> ROWS = List.of(new Row("h100-01", "H100 SXM", 0, false),
            new Row("h100-02", "H100 SXM", 4, true), new Row("a100-01", "A100 SXM4", 3, false),
            new Row("l40s-01", "L40S", Double.NaN, false));

    private static final TableFilterParser<Row> FILTER = new TableFilterParser<>(
            Map.of("name", FilterableRowProperty.text(Row::name), "model", FilterableRowProperty.text(Row::model),
                    "free",
                    FilterableRowProperty.number(
                            row -> Double.isNaN(row.free()) ? OptionalDouble.empty() : OptionalDouble.of(row.free()))),
            Map.of("cordoned", Row::cordoned));

    private static String names(String filter) {
        return String.join(" ", ROWS.stream().filter(FILTER.read(filter).accepts()).map(Row::name).toList());
    }

    @ParameterizedTest
    @CsvSource({"'', h100-01 h100-02 a100-01 l40s-01", "h100, h100-01 h100-02", "H100, h100-01 h100-02",
        "model:H100, h100-01 h100-02", "'model:A100,L40', a100-01 l40s-01", "free>2, h100-02 a100-01",
        "free>=3 !cordoned, a100-01", "free=0, h100-01", "free<1, h100-01", "cordoned, h100-02",
        "!h100, a100-01 l40s-01", "!model:100, l40s-01", "model:, h100-01 h100-02 a100-01 l40s-01",
        "'\"H100 SXM\"', h100-01 h100-02", "'model:\"H100 SXM\" free>0', h100-02"})
    void allConditionsMustHold(String filter, String expected) {
        assertThat(names(filter)).isEqualTo(expected);
    }

    @Test
    void aNumberThatIsNotKnownPassesNoComparison() {
        assertThat(names("free<100")).doesNotContain("l40s-01");
        assertThat(names("free>-1")).doesNotContain("l40s-01");
    }

    @ParameterizedTest
    @ValueSource(strings = {"colour:red", "free>many", "!colour:red"})
    void whatIsNotUnderstoodIsSaidAndIgnored(String filter) {
        var reading = FILTER.read(filter + " h100");

        assertThat(reading.problem()).isEqualTo("Invalid filter: " + filter);
        assertThat(ROWS.stream().filter(reading.accepts())).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"!", "!!", ":", ">", "\"", "a:\"b", "((((", "\\", "::::"})
    void oddInputNeverFails(String filter) {
        assertThat(ROWS.stream().filter(FILTER.read(filter).accepts()).count()).isBetween(0L, (long) ROWS.size());
    }
}
