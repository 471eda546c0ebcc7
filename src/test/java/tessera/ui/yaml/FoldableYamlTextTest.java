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

    private final FoldableYamlText foldableText = new FoldableYamlText(POD);

    @Test
    void aBlockEndsWithItsLastLineThatIsNotBlank() {
        foldableText.toggleFold(1);

        assertThat(foldableText.visibleText()).startsWith("kind: Pod\nmetadata: # 3 lines\n\nspec:\n");
        assertThat(foldableText.lineAt(3)).isEqualTo(6);
    }

    @Test
    void entriesOfAListBelongToTheKeyAboveThemHoweverFarLeftTheyAreWritten() {
        foldableText.toggleFold(7);

        assertThat(foldableText.visibleText()).contains("spec:\n  containers: # 4 lines\ndata: |");
    }

    @Test
    void whatWasFoldedStaysFoldedInWhatTheTextBecame() {
        foldableText.toggleFold(3);
        foldableText.toggleFold(8);
        var now = new FoldableYamlText(
                POD.replace("  name: p\n", "  name: p\n  uid: 1\n").replace("- --fast", "- --slow"));
        now.foldAs(foldableText);

        assertThat(now.visibleText()).contains("  uid: 1\n  labels: # 1 line\n",
                "  - name: main # 2 lines\n  - name: side\n");
        var other = new FoldableYamlText("kind: Pod\nmetadata:\n  labels: {}\n");
        other.foldAs(foldableText);
        assertThat(other.hasFolds()).isFalse();
    }

    @Test
    void anEntryHidesOnlyWhatIsItsOwn() {
        foldableText.toggleFold(8);

        assertThat(foldableText.visibleText()).contains("  - name: main # 2 lines\n  - name: side\n");
    }

    @Test
    void textsOfSeveralParagraphsAreOneBlock() {
        foldableText.toggleFold(12);

        assertThat(foldableText.visibleText()).endsWith("data: | # 3 lines\n");
    }

    @Test
    void aLineUnderWhichNothingBelongsCannotBeFolded() {
        assertThat(foldableText.isFoldable(0)).isFalse();
        foldableText.toggleFold(0);
        assertThat(foldableText.hasFolds()).isFalse();
    }

    @Test
    void whatWasFoldedInsideIsStillFoldedWhenTheOuterBlockOpensAgain() {
        foldableText.toggleFold(3);
        foldableText.toggleFold(1);
        assertThat(foldableText.visibleText()).doesNotContain("labels");
        foldableText.toggleFold(1);

        assertThat(foldableText.visibleText()).contains("  name: p\n  labels: # 1 line\n");
    }

    @Test
    void everythingIsFoldedToTheLeftmostLinesAndComesBack() {
        foldableText.setAllFolded(true);
        assertThat(foldableText.visibleText()).isEqualTo("""
                kind: Pod
                metadata: # 3 lines

                spec: # 5 lines
                data: | # 3 lines
                """);

        foldableText.setAllFolded(false);
        assertThat(foldableText.visibleText()).isEqualTo(POD);
    }

    @Test
    void whatIsHiddenBelongsToWhatIsTakenFromAroundIt() {
        foldableText.toggleFold(1);

        assertThat(foldableText.textBetween(new VisibleTextPosition(0, 6), new VisibleTextPosition(3, 4)))
                .isEqualTo("Pod\nmetadata:\n  name: p\n  labels:\n    app: a\n\nspec");
        assertThat(foldableText.textBetween(new VisibleTextPosition(1, 0), new VisibleTextPosition(1, 8)))
                .isEqualTo("metadata");
        assertThat(foldableText.textBetween(new VisibleTextPosition(1, 0), new VisibleTextPosition(1, 12)))
                .isEqualTo("metadata:\n  name: p\n  labels:\n    app: a");
    }
}
