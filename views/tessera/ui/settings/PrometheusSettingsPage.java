package tessera.ui.settings;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.settings.PrometheusAccessSettings;
import tessera.settings.SettingsFileEdit;
import tessera.settings.UserSettings;
import tessera.text.MessageCatalog;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ListedKubeconfigContext;
import tessera.ui.UserSettingsAccess;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.TextLabelFactory;

/** Settings page of each context's Prometheus. */
final class PrometheusSettingsPage extends SettingsPage {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PrometheusSettingsPage.class);

    private final UserSettingsAccess preferences;
    private final VBox rows = new VBox(12);
    private final PaneChildrenReconciler<String> parts = new PaneChildrenReconciler<>(rows.getChildren(),
            this::metricsCard);

    PrometheusSettingsPage(UserSettingsAccess preferences) {
        super("settings-metrics", MESSAGES.text("metrics.title"), MESSAGES.text("metrics.about"));
        this.preferences = preferences;
        addRows(rows);
    }

    @Override
    void show(SettingsScreenState state) {
        parts.show(state.clusters().contexts().stream()
                .filter(listedContext -> listedContext.mark() != OpenableClusterList.ClusterPurposeMark.DEMO)
                .map(ListedKubeconfigContext::name).toList());
        rows.getChildren()
                .forEach(cardNode -> ((PrometheusSettingsCardUpdater) Objects.requireNonNull(cardNode.getUserData()))
                        .show(state.settings().settings()));
    }

    /** Card with the Prometheus settings of one context. */
    @FunctionalInterface
    private interface PrometheusSettingsCardUpdater {
        void show(UserSettings settings);
    }

    /** One setting of a Prometheus. */
    private record PrometheusSettingField(String name, String title, String prompt,
            Function<PrometheusAccessSettings, @Nullable String> reader) {}

    private static List<PrometheusSettingField> terms() {
        return List.of(
                new PrometheusSettingField("url", MESSAGES.text("metrics.url"), MESSAGES.text("metrics.discovered"),
                        PrometheusAccessSettings::url),
                new PrometheusSettingField("tokenFile", MESSAGES.text("metrics.token"), "",
                        PrometheusAccessSettings::tokenFile),
                new PrometheusSettingField("user", MESSAGES.text("metrics.user"), "", PrometheusAccessSettings::user),
                new PrometheusSettingField("passwordFile", MESSAGES.text("metrics.password"), "",
                        PrometheusAccessSettings::passwordFile),
                new PrometheusSettingField("authority", MESSAGES.text("metrics.authority"),
                        MESSAGES.text("metrics.trusted"), PrometheusAccessSettings::authorityFile),
                new PrometheusSettingField("certificate", MESSAGES.text("metrics.certificate"), "",
                        PrometheusAccessSettings::certificateFile),
                new PrometheusSettingField("key", MESSAGES.text("metrics.key"), "", PrometheusAccessSettings::keyFile),
                new PrometheusSettingField("tenant", MESSAGES.text("metrics.tenant"), "",
                        PrometheusAccessSettings::tenant));
    }

    private VBox metricsCard(String name) {
        var grid = new GridPane(12, 8);
        for (int column = 0; column < 4; column++) {
            var constraints = new ColumnConstraints();
            constraints.setHgrow(column % 2 == 0 ? Priority.NEVER : Priority.ALWAYS);
            grid.getColumnConstraints().add(constraints);
        }
        var terms = terms();
        var entries = terms.stream().map(term -> prometheusTermField(term, name)).toList();
        for (int i = 0; i < entries.size(); i++) {
            grid.add(TextLabelFactory.label(terms.get(i).title(), "small", "muted"), i % 2 * 2, i / 2);
            grid.add(entries.get(i).node(), i % 2 * 2 + 1, i / 2);
        }
        var complaint = TextLabelFactory.wrapped("", "small", "warn-text");
        var card = new VBox(8, TextLabelFactory.label(name, "strong"), grid, complaint);
        card.getStyleClass().add("settings-card");
        card.setUserData((PrometheusSettingsCardUpdater) settings -> {
            var named = settings.forContext(name).configuredPrometheus();
            for (int i = 0; i < entries.size(); i++) {
                entries.get(i).show(named.map(terms.get(i).reader()).orElse(""));
            }
            showProblem(complaint, named.flatMap(PrometheusAccessSettings::configurationProblem).orElse(""));
        });
        return card;
    }

    private SettingTextField prometheusTermField(PrometheusSettingField term, String name) {
        return new SettingTextField("settings-prometheus-%s-%s".formatted(term.name(), name), term.prompt(),
                text -> preferences.change(SettingsFileEdit.setPrometheusField(name, term.name(), text)));
    }

    private static void showProblem(Label label, String text) {
        label.setText(text);
        JavaFxNodeVisibility.setShown(label, !text.isEmpty());
    }
}
