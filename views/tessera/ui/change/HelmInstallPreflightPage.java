package tessera.ui.change;

import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.Problem;
import tessera.plan.intent.GpuStackReleaseIntent.InstallReleaseIntent;
import tessera.plan.operator.GpuStackPreflightCheckResult;
import tessera.plan.operator.GpuStackPreflightCheckResult.PreflightCheckVerdict;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Page with the preflight checks of an installation: failures first, each with its remedy. FX thread. */
final class HelmInstallPreflightPage {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmInstallPreflightPage.class);
    private static final List<PreflightCheckVerdict> WORST_FIRST = List.of(PreflightCheckVerdict.FAIL,
            PreflightCheckVerdict.WARN, PreflightCheckVerdict.UNKNOWN, PreflightCheckVerdict.PASS);

    private final OpenClusterSource services;
    private final Supplier<InstallReleaseIntent> installSupplier;
    private final Label summary = TextLabelFactory.label("", "strong");
    private final VBox checks = new VBox(12);
    private final Node node;
    private final BackgroundQuery<List<GpuStackPreflightCheckResult>> backgroundQuery = new BackgroundQuery<>(
            this::show, this::showProblem);

    /** @param installSupplier what is to be installed, as far as it is said */
    HelmInstallPreflightPage(OpenClusterSource services, Supplier<InstallReleaseIntent> installSupplier) {
        this.services = services;
        this.installSupplier = installSupplier;
        checks.setId("preflight-checks");
        // Words do not end under the scroll bar.
        checks.setPadding(new Insets(0, 12, 0, 0));
        var again = InputControlFactory.button("preflight-again", MESSAGES.text("preflight.again"), this::refresh);
        HBox.setHgrow(summary, Priority.ALWAYS);
        summary.setMaxWidth(Double.MAX_VALUE);
        var line = LayoutBoxFactory.row(8, summary, again);
        var list = ScrollPaneFactory.verticalPane(checks);
        VBox.setVgrow(list, Priority.ALWAYS);
        node = new VBox(12, line, list);
    }

    Node node() {
        return node;
    }

    /** Runs the checks again, because other values require other things. */
    void refresh() {
        summary.setText(MESSAGES.text("preflight.running"));
        var install = installSupplier.get();
        backgroundQuery.submit(() -> services.clusterServices().planRunner().preflight(install));
    }

    private void show(List<GpuStackPreflightCheckResult> all) {
        summary.setText(WORST_FIRST.stream().filter(verdict -> countVerdicts(all, verdict) > 0)
                .map(verdict -> countVerdicts(all, verdict) + " " + verdict.verdictText())
                .collect(Collectors.joining("  ·  ")));
        checks.getChildren()
                .setAll(all.stream().sorted(Comparator.comparingInt(check -> WORST_FIRST.indexOf(check.verdict())))
                        .map(HelmInstallPreflightPage::checkLine).toList());
    }

    private static long countVerdicts(List<GpuStackPreflightCheckResult> all, PreflightCheckVerdict verdict) {
        return all.stream().filter(check -> check.verdict() == verdict).count();
    }

    private static Node checkLine(GpuStackPreflightCheckResult check) {
        var title = LayoutBoxFactory.baselineRow(8, TextLabelFactory.label(check.title(), "strong"),
                TextLabelFactory.label(check.verdict().verdictText(), "small", "muted"));
        var words = new VBox(2, title);
        words.getChildren().add(TextLabelFactory.wrapped(check.evidence(), "small"));
        if (!check.remedy().isEmpty()) {
            words.getChildren().add(TextLabelFactory.wrapped(check.remedy(), "small", "muted"));
        }
        HBox.setHgrow(words, Priority.ALWAYS);
        var line = new HBox(8, glyph(check.verdict()).node(), words);
        line.setMinHeight(VBox.USE_PREF_SIZE);
        return line;
    }

    private static StatusGlyph glyph(PreflightCheckVerdict verdict) {
        return switch (verdict) {
            case PASS -> StatusGlyph.READY;
            case WARN -> StatusGlyph.WARNING;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
            case FAIL -> StatusGlyph.BROKEN;
        };
    }

    private void showProblem(Problem problem) {
        summary.setText(MESSAGES.text("preflight.failed"));
        checks.getChildren().setAll(ChangePageBlockFactory.problemBox(problem));
    }
}
