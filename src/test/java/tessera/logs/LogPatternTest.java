package tessera.logs;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is sought is found, and a search never hangs. */
class LogPatternTest {

    @Test
    void wordsAreFoundWhateverTheirCaseAndSignsMeanThemselves() {
        assertThat(LogPattern.fromInput("err(").matchesLine("an ERR(or)")).isTrue();
        assertThat(LogPattern.fromInput("x.y").matchesLine("xzy")).isFalse();
        assertThat(LogPattern.fromInput("a").findMatches("aba")).containsExactly(new LogPattern.PatternMatch(0, 1),
                new LogPattern.PatternMatch(2, 3));
    }

    @Test
    void betweenSlashesItIsAnExpression() {
        assertThat(LogPattern.fromInput("/loss [0-9.]+/").matchesLine("step 1 loss 0.3")).isTrue();
        assertThat(LogPattern.fromInput("/").matchesLine("a/b")).as("a slash alone is a word").isTrue();
        assertThatThrownBy(() -> LogPattern.fromInput("/(/")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("“(” is no regular expression");
    }

    @Test
    @Timeout(30)
    void anExpressionThatWouldTakeForEverGivesALineUp() {
        var line = "a".repeat(50_000) + "!";
        assertThat(LogPattern.fromExpression("(a+)+$").matchesLine(line)).isFalse();
        assertThat(LogPattern.fromExpression("(a|b)*c").matchesLine(line)).isFalse();
        assertThat(LogPattern.fromExpression("(a|aa)+$").findMatches(line)).isEmpty();
    }
}
