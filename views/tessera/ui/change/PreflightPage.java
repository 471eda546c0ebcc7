package tessera.ui.change;

import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.plan.intent.ReleaseIntent.Install;
import tessera.plan.operator.Check;
import tessera.plan.operator.Check.Verdict;
import tessera.ui.Lookup;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Scrolled;
import tessera.ui.kit.Texts;

/** What was looked at before an installation: what is in its way first, with what is so and what to do about it. FX thread. */
final class PreflightPage {

    private static final List<Verdict> WORST_FIRST = List.of(Verdict.FAIL, Verdict.WARN, Verdict.UNKNOWN, Verdict.PASS);

    private final Asking asking;
    private final Supplier<Install> wanted;
    private final Label summary = Texts.label("", "strong");
    private final VBox checks = new VBox(12);
    private final Node node;
    private final Lookup<List<Check>> lookup = new Lookup<>(this::show, this::excuse);

    /** Looks at the cluster; waits for it. */
    @FunctionalInterface
    interface Asking {
        List<Check> checks(Install wanted) throws Failure, InterruptedException;
    }

    /** @param wanted what is to be installed, as far as it is said */
    PreflightPage(Asking asking, Supplier<Install> wanted) {
        this.asking = asking;
        this.wanted = wanted;
        checks.setId("preflight-checks");
        // Words do not end under the scroll bar.
        checks.setPadding(new Insets(0, 12, 0, 0));
        var again = new Button("Look again");
        again.setId("preflight-again");
        again.setOnAction(event -> ask());
        HBox.setHgrow(summary, Priority.ALWAYS);
        summary.setMaxWidth(Double.MAX_VALUE);
        var line = new HBox(8, summary, again);
        line.setAlignment(Pos.CENTER_LEFT);
        var list = Scrolled.down(checks);
        VBox.setVgrow(list, Priority.ALWAYS);
        node = new VBox(12, line, list);
    }

    Node node() {
        return node;
    }

    /** Looks again, as other values want other things. */
    void ask() {
        summary.setText("Looking at the cluster…");
        var install = wanted.get();
        lookup.ask(() -> asking.checks(install));
    }

    private void show(List<Check> all) {
        summary.setText(WORST_FIRST.stream().filter(verdict -> count(all, verdict) > 0)
                .map(verdict -> count(all, verdict) + " " + verdict.word()).collect(Collectors.joining("  ·  ")));
        checks.getChildren().setAll(all.stream()
                .sorted(Comparator.comparingInt(check -> WORST_FIRST.indexOf(check.verdict())))
                .map(PreflightPage::line).toList());
    }

    private static long count(List<Check> all, Verdict verdict) {
        return all.stream().filter(check -> check.verdict() == verdict).count();
    }

    private static Node line(Check check) {
        var title = new HBox(8, Texts.label(check.title(), "strong"),
                Texts.label(check.verdict().word(), "small", "muted"));
        title.setAlignment(Pos.BASELINE_LEFT);
        var words = new VBox(2, title);
        words.getChildren().add(Texts.wrapped(check.evidence(), "small"));
        if (!check.remedy().isEmpty()) {
            words.getChildren().add(Texts.wrapped(check.remedy(), "small", "muted"));
        }
        HBox.setHgrow(words, Priority.ALWAYS);
        var line = new HBox(8, glyph(check.verdict()).node(), words);
        line.setMinHeight(VBox.USE_PREF_SIZE);
        return line;
    }

    private static Glyph glyph(Verdict verdict) {
        return switch (verdict) {
            case PASS -> Glyph.READY;
            case WARN -> Glyph.WARNING;
            case UNKNOWN -> Glyph.UNREACHABLE;
            case FAIL -> Glyph.BROKEN;
        };
    }

    private void excuse(Problem why) {
        summary.setText("It could not be looked");
        checks.getChildren().setAll(Lines.problem(why));
    }
}
