package tessera.logs;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is sought is found, and a search never hangs. */
class LogPatternTest {

    @Test
    void wordsAreFoundWhateverTheirCaseAndSignsMeanThemselves() {
        assertThat(LogPattern.typed("err(").in("an ERR(or)")).isTrue();
        assertThat(LogPattern.typed("x.y").in("xzy")).isFalse();
        assertThat(LogPattern.typed("a").all("aba")).containsExactly(new LogPattern.PatternMatch(0, 1),
                new LogPattern.PatternMatch(2, 3));
    }

    @Test
    void betweenSlashesItIsAnExpression() {
        assertThat(LogPattern.typed("/loss [0-9.]+/").in("step 1 loss 0.3")).isTrue();
        assertThat(LogPattern.typed("/").in("a/b")).as("a slash alone is a word").isTrue();
        assertThatThrownBy(() -> LogPattern.typed("/(/")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("“(” is no regular expression");
    }

    @Test
    @Timeout(30)
    void anExpressionThatWouldTakeForEverGivesALineUp() {
        var line = "a".repeat(50_000) + "!";
        assertThat(LogPattern.expression("(a+)+$").in(line)).isFalse();
        assertThat(LogPattern.expression("(a|b)*c").in(line)).isFalse();
        assertThat(LogPattern.expression("(a|aa)+$").all(line)).isEmpty();
    }
}
