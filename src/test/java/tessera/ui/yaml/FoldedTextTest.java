package tessera.ui.yaml;

import org.junit.jupiter.api.Test;
import tessera.ui.yaml.FoldedText.FoldedPosition;

import static org.assertj.core.api.Assertions.assertThat;

/** What is to be seen of a manifest of which blocks are folded. */
class FoldedTextTest {

    private static final String POD = """
            kind: Pod
            metadata:
              name: p
              labels:
                app: a

            spec:
              containers:
              - name: main
                args:
                - --fast
              - name: side
            data: |
              first

              third
            """;

    private final FoldedText folding = new FoldedText(POD);

    @Test
    void aBlockEndsWithItsLastLineThatIsNotBlank() {
        folding.turn(1);

        assertThat(folding.text()).startsWith("kind: Pod\nmetadata: # 3 lines\n\nspec:\n");
        assertThat(folding.line(3)).isEqualTo(6);
    }

    @Test
    void entriesOfAListBelongToTheKeyAboveThemHoweverFarLeftTheyAreWritten() {
        folding.turn(7);

        assertThat(folding.text()).contains("spec:\n  containers: # 4 lines\ndata: |");
    }

    @Test
    void whatWasFoldedStaysFoldedInWhatTheTextBecame() {
        folding.turn(3);
        folding.turn(8);
        var now = new FoldedText(POD.replace("  name: p\n", "  name: p\n  uid: 1\n").replace("- --fast", "- --slow"));
        now.foldAs(folding);

        assertThat(now.text()).contains("  uid: 1\n  labels: # 1 line\n", "  - name: main # 2 lines\n  - name: side\n");
        var other = new FoldedText("kind: Pod\nmetadata:\n  labels: {}\n");
        other.foldAs(folding);
        assertThat(other.hides()).isFalse();
    }

    @Test
    void anEntryHidesOnlyWhatIsItsOwn() {
        folding.turn(8);

        assertThat(folding.text()).contains("  - name: main # 2 lines\n  - name: side\n");
    }

    @Test
    void textsOfSeveralParagraphsAreOneBlock() {
        folding.turn(12);

        assertThat(folding.text()).endsWith("data: | # 3 lines\n");
    }

    @Test
    void aLineUnderWhichNothingBelongsCannotBeFolded() {
        assertThat(folding.heads(0)).isFalse();
        folding.turn(0);
        assertThat(folding.hides()).isFalse();
    }

    @Test
    void whatWasFoldedInsideIsStillFoldedWhenTheOuterBlockOpensAgain() {
        folding.turn(3);
        folding.turn(1);
        assertThat(folding.text()).doesNotContain("labels");
        folding.turn(1);

        assertThat(folding.text()).contains("  name: p\n  labels: # 1 line\n");
    }

    @Test
    void everythingIsFoldedToTheLeftmostLinesAndComesBack() {
        folding.all(true);
        assertThat(folding.text()).isEqualTo("""
                kind: Pod
                metadata: # 3 lines

                spec: # 5 lines
                data: | # 3 lines
                """);

        folding.all(false);
        assertThat(folding.text()).isEqualTo(POD);
    }

    @Test
    void whatIsHiddenBelongsToWhatIsTakenFromAroundIt() {
        folding.turn(1);

        assertThat(folding.between(new FoldedPosition(0, 6), new FoldedPosition(3, 4)))
                .isEqualTo("Pod\nmetadata:\n  name: p\n  labels:\n    app: a\n\nspec");
        assertThat(folding.between(new FoldedPosition(1, 0), new FoldedPosition(1, 8))).isEqualTo("metadata");
        assertThat(folding.between(new FoldedPosition(1, 0), new FoldedPosition(1, 12)))
                .isEqualTo("metadata:\n  name: p\n  labels:\n    app: a");
    }
}
