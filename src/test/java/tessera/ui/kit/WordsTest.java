package tessera.ui.kit;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How ages, numbers and names are written and ordered. */
class WordsTest {

    @ParameterizedTest
    @CsvSource({"0,0 s", "-5,0 s", "89,89 s", "90,1 min", "2820,47 min", "3599,59 min", "3600,1 h", "4320,1 h 12 min",
        "5400,1 h 30 min", "7200,2 h", "36000,10 h", "172799,47 h", "172800,2 d", "9676800,112 d"})
    void agesAreShort(long seconds, String expected) {
        assertThat(AgeFormatter.brief(Duration.ofSeconds(seconds))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "999,999", "1000,1\u202f000", "7712,7\u202f712", "1234567,1\u202f234\u202f567",
        "-1234,−1\u202f234"})
    void thousandsAreSetApart(long number, String expected) {
        assertThat(GroupedNumberFormatter.count(number)).isEqualTo(expected);
    }

    @Test
    void aNumberThatMayBeTooSmallSaysSo() {
        assertThat(GroupedNumberFormatter.atLeast(7, true)).isEqualTo("7");
        assertThat(GroupedNumberFormatter.atLeast(7, false)).isEqualTo("≥ 7");
    }

    @ParameterizedTest
    @CsvSource({"0,0,–", "0,8,0 %", "6,8,75 %", "1,1000,0.1 %", "8,8,100 %"})
    void aShareOfNothingIsNotZero(long part, long whole, String expected) {
        assertThat(GroupedNumberFormatter.percent(part, whole)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0,0 B", "1024,1 KiB", "137438953472,128 GiB", "1610612736,1.5 GiB"})
    void memoryHasItsUnit(long bytes, String expected) {
        assertThat(GroupedNumberFormatter.bytes(bytes)).isEqualTo(expected);
    }

    @Test
    void namesSortAsPeopleSortThem() {
        assertThat(
                Stream.of("gpu-10", "gpu-2", "gpu-1", "gpu-02", "a", "gpu-1a").sorted(NaturalNameComparator.INSTANCE))
                .containsExactly("a", "gpu-1", "gpu-1a", "gpu-02", "gpu-2", "gpu-10");
    }

    @Test
    void lettersInOrderFindAName() {
        assertThat(FuzzyMatchScorer.score("h104", "h100-04")).isPositive();
        assertThat(FuzzyMatchScorer.score("xyz", "h100-04")).isNegative();
        assertThat(Stream.of("research-h100-04-pod", "h100-04", "ah1b0c0-04")
                .sorted((a, b) -> FuzzyMatchScorer.score("h100-04", b) - FuzzyMatchScorer.score("h100-04", a))
                .findFirst()).contains("h100-04");
    }

    @Test
    void tablesLeaveTheProgramInFormsThatOthersRead() {
        var columns = List.of(DataTableColumn.<String>text("name", "Name", 10, row -> row),
                DataTableColumn.<String>number("size", "Size", 10, row -> row.startsWith("?") ? -1L : row.length()));
        var rows = List.of("a,\"b\"", "?", "=cmd()");

        assertThat(TableTextFormatter.csv(columns, rows)).isEqualTo("Name,Size\n\"a,\"\"b\"\"\",5\n?,\n'=cmd(),6\n");
        assertThat(TableTextFormatter.tabSeparated(columns, rows)).startsWith("Name\tSize\n");
        assertThat(TableTextFormatter.json(columns, rows)).contains("\"name\" : \"a,\\\"b\\\"\"", "\"size\" : null");
    }

    @Test
    void whatIsNotKnownSortsLastEitherWay() {
        var size = DataTableColumn.<String>number("size", "Size", 10, row -> row.startsWith("?") ? -1L : row.length());

        assertThat(Stream.of("?", "ccc", "a").sorted(size.comparator(false))).containsExactly("a", "ccc", "?");
        assertThat(Stream.of("?", "ccc", "a").sorted(size.comparator(true))).containsExactly("ccc", "a", "?");
    }
}
