package tessera.ui.yaml;

import org.junit.jupiter.api.Test;
import tessera.ui.yaml.FoldableYamlText.VisibleTextPosition;

import static org.assertj.core.api.Assertions.assertThat;

/** What is to be seen of a manifest of which blocks are folded. */
class FoldableYamlTextTest {

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

    private final FoldableYamlText folding = new FoldableYamlText(POD);

    @Test
    void aBlockEndsWithItsLastLineThatIsNotBlank() {
        folding.toggleFold(1);

        assertThat(folding.visibleText()).startsWith("kind: Pod\nmetadata: # 3 lines\n\nspec:\n");
        assertThat(folding.lineAt(3)).isEqualTo(6);
    }

    @Test
    void entriesOfAListBelongToTheKeyAboveThemHoweverFarLeftTheyAreWritten() {
        folding.toggleFold(7);

        assertThat(folding.visibleText()).contains("spec:\n  containers: # 4 lines\ndata: |");
    }

    @Test
    void whatWasFoldedStaysFoldedInWhatTheTextBecame() {
        folding.toggleFold(3);
        folding.toggleFold(8);
        var now = new FoldableYamlText(
                POD.replace("  name: p\n", "  name: p\n  uid: 1\n").replace("- --fast", "- --slow"));
        now.foldAs(folding);

        assertThat(now.visibleText()).contains("  uid: 1\n  labels: # 1 line\n",
                "  - name: main # 2 lines\n  - name: side\n");
        var other = new FoldableYamlText("kind: Pod\nmetadata:\n  labels: {}\n");
        other.foldAs(folding);
        assertThat(other.hasFolds()).isFalse();
    }

    @Test
    void anEntryHidesOnlyWhatIsItsOwn() {
        folding.toggleFold(8);

        assertThat(folding.visibleText()).contains("  - name: main # 2 lines\n  - name: side\n");
    }

    @Test
    void textsOfSeveralParagraphsAreOneBlock() {
        folding.toggleFold(12);

        assertThat(folding.visibleText()).endsWith("data: | # 3 lines\n");
    }

    @Test
    void aLineUnderWhichNothingBelongsCannotBeFolded() {
        assertThat(folding.isFoldable(0)).isFalse();
        folding.toggleFold(0);
        assertThat(folding.hasFolds()).isFalse();
    }

    @Test
    void whatWasFoldedInsideIsStillFoldedWhenTheOuterBlockOpensAgain() {
        folding.toggleFold(3);
        folding.toggleFold(1);
        assertThat(folding.visibleText()).doesNotContain("labels");
        folding.toggleFold(1);

        assertThat(folding.visibleText()).contains("  name: p\n  labels: # 1 line\n");
    }

    @Test
    void everythingIsFoldedToTheLeftmostLinesAndComesBack() {
        folding.setAllFolded(true);
        assertThat(folding.visibleText()).isEqualTo("""
                kind: Pod
                metadata: # 3 lines

                spec: # 5 lines
                data: | # 3 lines
                """);

        folding.setAllFolded(false);
        assertThat(folding.visibleText()).isEqualTo(POD);
    }

    @Test
    void whatIsHiddenBelongsToWhatIsTakenFromAroundIt() {
        folding.toggleFold(1);

        assertThat(folding.textBetween(new VisibleTextPosition(0, 6), new VisibleTextPosition(3, 4)))
                .isEqualTo("Pod\nmetadata:\n  name: p\n  labels:\n    app: a\n\nspec");
        assertThat(folding.textBetween(new VisibleTextPosition(1, 0), new VisibleTextPosition(1, 8)))
                .isEqualTo("metadata");
        assertThat(folding.textBetween(new VisibleTextPosition(1, 0), new VisibleTextPosition(1, 12)))
                .isEqualTo("metadata:\n  name: p\n  labels:\n    app: a");
    }
}
