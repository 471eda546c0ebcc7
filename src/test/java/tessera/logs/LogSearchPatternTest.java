package tessera.logs;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is sought is found, and a search never hangs. */
class LogSearchPatternTest {

    @Test
    void wordsAreFoundWhateverTheirCaseAndSignsMeanThemselves() {
        assertThat(LogSearchPattern.fromInput("err(").matchesLine("an ERR(or)")).isTrue();
        assertThat(LogSearchPattern.fromInput("x.y").matchesLine("xzy")).isFalse();
        assertThat(LogSearchPattern.fromInput("a").findMatches("aba"))
                .containsExactly(new LogSearchPattern.PatternMatch(0, 1), new LogSearchPattern.PatternMatch(2, 3));
    }

    @Test
    void betweenSlashesItIsAnExpression() {
        assertThat(LogSearchPattern.fromInput("/loss [0-9.]+/").matchesLine("step 1 loss 0.3")).isTrue();
        assertThat(LogSearchPattern.fromInput("/").matchesLine("a/b")).as("a slash alone is a word").isTrue();
        assertThatThrownBy(() -> LogSearchPattern.fromInput("/(/")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("“(” is not a valid regular expression");
    }

    @Test
    @Timeout(30)
    void anExpressionThatWouldTakeForEverGivesALineUp() {
        var line = "a".repeat(50_000) + "!";
        assertThat(LogSearchPattern.fromExpression("(a+)+$").matchesLine(line)).isFalse();
        assertThat(LogSearchPattern.fromExpression("(a|b)*c").matchesLine(line)).isFalse();
        assertThat(LogSearchPattern.fromExpression("(a|aa)+$").findMatches(line)).isEmpty();
    }
}
