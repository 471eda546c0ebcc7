package tessera.text;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Holds the syntax of sentences to that of ICU's messages, as far as it goes. */
class MessagePatternTest {

    private static String format(String pattern, @Nullable Object... arguments) {
        return MessagePattern.parse(pattern).format(name -> Arrays.asList(arguments).get(Integer.parseInt(name)));
    }

    @Test
    void argumentsAreTextsNumbersDurationsListsAndWhatMayBeAbsent() {
        assertThat(format("{0} on {1}: {2}", "nvidia.com/gpu", 12_345, Duration.ofMinutes(50)))
                .isEqualTo("nvidia.com/gpu on 12345: 50 min");
        assertThat(format("{0}, {1}, {2}, {3}", Duration.ofSeconds(9), Duration.ofMinutes(119), Duration.ofHours(47),
                Duration.ofDays(61))).isEqualTo("less than a minute, 119 min, 47 h, 61 days");
        assertThat(format("[{0}] [{1}] [{2}]", List.of("a", "b", "c"), List.of("a", "b"), List.of()))
                .isEqualTo("[a, b and c] [a and b] []");
        assertThat(format("[{0}] [{1}] [{2}]", Optional.of("a"), Optional.empty(), null)).isEqualTo("[a] [] []");
    }

    @Test
    void aLongListSaysHowManyFollow() {
        assertThat(format("{0, list, 2}", List.of("a", "b", "c", "d"))).isEqualTo("a, b and 2 more");
        assertThat(format("{0, list, 2}", List.of("a", "b"))).isEqualTo("a and b");
        assertThat(format("{0, or}", List.of("a", "b", "c"))).isEqualTo("a, b or c");
    }

    @Test
    void aSentenceThatEndsWithAFullStopGetsNoSecondOne() {
        assertThat(format("{0}. {1}.", "No room", "None is free. Wait.")).isEqualTo("No room. None is free. Wait.");
        assertThat(format("{0}. {1}", "None is free. Wait.", "{2}.")).isEqualTo("None is free. Wait. {2}.");
        assertThat(format("All are allocated.{0}", ". 2 are free")).isEqualTo("All are allocated. 2 are free");
        assertThat(format("{0}.yaml", "a.")).isEqualTo("a..yaml");
    }

    @Test
    void numbersAndLengthsOfListsChooseABranch() {
        var pattern = "{0, plural, =0 {no pod} one {# pod} other {# pods}}";
        assertThat(format(pattern, 0)).isEqualTo("no pod");
        assertThat(format(pattern, 1L)).isEqualTo("1 pod");
        assertThat(format(pattern, List.of("a", "b"))).isEqualTo("2 pods");
        assertThat(format("{0, plural, one {#} other {none}}#", Optional.empty())).isEqualTo("none#");
    }

    @Test
    void wordsFlagsAndAbsenceChooseABranch() {
        var pattern = "{0, select, none {-} true {yes} WEEKS {weeks} other {?{0}}}";
        assertThat(format(pattern, "none")).as("a name, not its absence").isEqualTo("?none");
        assertThat(format(pattern, "")).isEqualTo("-");
        assertThat(format(pattern, Optional.empty())).isEqualTo("-");
        assertThat(format(pattern, true)).isEqualTo("yes");
        assertThat(format(pattern, ChronoUnit.WEEKS)).isEqualTo("weeks");
        assertThat(format(pattern, Locale.Category.DISPLAY)).isEqualTo("?DISPLAY");
    }

    @Test
    void branchesHoldArgumentsAndBranches() {
        assertThat(format("{0, plural, one {{1} waits} other {{1} and # more{2, select, true {, of #} other {}}}}", 3,
                "a", true)).isEqualTo("a and 3 more, of 3");
    }

    @Test
    void malformedPatternsAreRefused() {
        for (var pattern : List.of("{", "}", "{}", "{0", "{0, plural, one {a}}", "{0, choice, other {a}}",
                "{0, plural, other {a}", "{0, list, x}")) {
            assertThatThrownBy(() -> MessagePattern.parse(pattern)).as(pattern)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @ResourceLock(Resources.LOCALE)
    void thePseudoLocaleBracketsWhatIsToldFromHere() {
        var before = Locale.getDefault(Locale.Category.DISPLAY);
        try {
            DisplayLanguage.PSEUDO.use();
            assertThat(MessageCatalog.of(MessagePattern.class).text("more", 3)).isEqualTo("⟦3 more⟧");
        } finally {
            Locale.setDefault(Locale.Category.DISPLAY, before);
        }
    }

    @Test
    @ResourceLock(Resources.LOCALE)
    void aFilterFindsTheWordsOfTheDisplayAndTheEnglishOnes() {
        var before = Locale.getDefault(Locale.Category.DISPLAY);
        try {
            DisplayLanguage.GERMAN.use();
            assertThat(MessageCatalog.of(MessagePattern.class).searchTexts("more", 3)).containsExactly("3 weitere",
                    "3 more");
            DisplayLanguage.ENGLISH.use();
            assertThat(MessageCatalog.of(MessagePattern.class).searchTexts("more", 3)).containsExactly("3 more");
        } finally {
            Locale.setDefault(Locale.Category.DISPLAY, before);
        }
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatThrownBy(() -> MessageCatalog.of(MessagePattern.class).text("fewer"))
                .isInstanceOf(MissingResourceException.class).hasMessageContaining("fewer")
                .hasMessageContaining("tessera.text");
    }
}
