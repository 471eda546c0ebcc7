package tessera.text;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whole texts are put together with the signs that stand between them. */
class SentenceJoinerTest {

    @Test
    void aSentenceThatAnotherFollowsEndsWithAFullStop() {
        assertThat(SentenceJoiner.joinSentences("Cannot list nodes", "", "Ask for a role.", "Retry"))
                .isEqualTo("Cannot list nodes. Ask for a role. Retry.");
        assertThat(SentenceJoiner.joinSentences("⟦Retry.⟧", "⟦Done⟧")).isEqualTo("⟦Retry.⟧ ⟦Done⟧.");
        assertThat(SentenceJoiner.joinSentences("Retry")).isEqualTo("Retry");
        assertThat(SentenceJoiner.joinSentences("", "")).isEmpty();
        assertThat(Stream.of("a", "b").collect(SentenceJoiner.toSentences())).isEqualTo("a. b.");
    }

    @Test
    void aFullStopIsAddedWhereNoSignStands() {
        assertThat(SentenceJoiner.withFullStop("Retry")).isEqualTo("Retry.");
        assertThat(List.of("Retry.", "Retry?", "Waiting…", ""))
                .allSatisfy(text -> assertThat(SentenceJoiner.withFullStop(text)).isEqualTo(text));
    }

    @Test
    void listsNameTheFirstAndSayHowManyFollow() {
        assertThat(SentenceJoiner.listText(List.of("a", "b", "c"))).isEqualTo("a, b and c");
        assertThat(SentenceJoiner.listText(List.of("a", "b", "c", "d"), 2)).isEqualTo("a, b and 2 more");
        assertThat(SentenceJoiner.listText(List.of())).isEmpty();
        assertThat(SentenceJoiner.choicesText(List.of("a", "b", "c"))).isEqualTo("a, b or c");
        assertThat(Stream.of("a", "b").collect(SentenceJoiner.toClauses())).isEqualTo("a; b");
    }
}
