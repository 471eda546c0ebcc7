package tessera.ui.settings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertLimit;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.ThresholdOverrides;
import tessera.settings.NotificationSettings;
import tessera.settings.SettingsEdit;
import tessera.ui.UserPreferences;
import tessera.ui.kit.SelectableText;

/** From where on numbers are alarmed about: each rule with the threshold it ships with, and a way back to it. */
final class ThresholdsPage implements SettingsPage {

    private static final double FIELD = 72;

    private final UserPreferences preferences;
    private final SettingChoice<NotificationSettings> notifications;
    private final Map<String, ThresholdLine> lines = new HashMap<>();
    private final VBox node;
    private ThresholdOverrides settled = ThresholdOverrides.none();

    /** What of a rule can be settled. */
    private record ThresholdLine(AlertRule rule, SettingField entry, Button back, CheckBox on) {}

    ThresholdsPage(UserPreferences preferences) {
        this.preferences = preferences;
        notifications = new SettingChoice<>("settings-notifications", List.of(NotificationSettings.values()),
                wanted -> preferences.change(SettingsEdit.notifications(wanted)));
        node = SettingRow.page("settings-thresholds", title(),
                "Alerts are judged by them at once, and lines in charts and marks of lenses follow. A threshold set here counts "
                        + "even where a GPU tells its own.",
                SettingRow.of("Desktop notifications",
                        "Of new alerts that are critical, or warnings too; never of silenced or acknowledged ones.",
                        notifications.node()));
        var rules = new ArrayList<>(AlertRules.standard().all());
        rules.sort(Comparator.comparing(rule -> rule.limit() == null));
        rules.forEach(rule -> node.getChildren().add(row(rule)));
    }

    private Node row(AlertRule rule) {
        var entry = new SettingField("settings-threshold-" + rule.id(), "", text -> wanted(rule, text));
        entry.node().setPrefWidth(FIELD);
        entry.node().setAlignment(Pos.CENTER_RIGHT);
        entry.node().setAccessibleText("Threshold of " + rule.title());
        var back = new Button("Default");
        back.setId("settings-default-" + rule.id());
        back.getStyleClass().add("small");
        back.setMinWidth(Region.USE_PREF_SIZE);
        back.setOnAction(event -> preferences.change(SettingsEdit.usualThreshold(rule.id())));
        var on = new CheckBox("Alarm");
        on.setId("settings-alarm-" + rule.id());
        on.setMinWidth(Region.USE_PREF_SIZE);
        on.setOnAction(event -> switched(rule, on.isSelected()));
        lines.put(rule.id(), new ThresholdLine(rule, entry, back, on));
        var controls = new HBox(12);
        controls.setAlignment(Pos.CENTER_RIGHT);
        if (ThresholdWords.settable(rule)) {
            controls.getChildren().addAll(back, entry.node(), unit(rule));
        }
        controls.getChildren().add(on);
        controls.setMinWidth(Region.USE_PREF_SIZE);
        return SettingRow.of(rule.title(), ThresholdWords.of(rule), controls);
    }

    private static Node unit(AlertRule rule) {
        var unit = SelectableText.label(ThresholdWords.unit(rule), "muted");
        unit.setMinWidth(36);
        return unit;
    }

    private void wanted(AlertRule rule, String text) {
        var threshold = ThresholdWords.parse(rule, text);
        if (threshold.isPresent() && !isUsual(rule, threshold.getAsDouble())) {
            preferences.change(SettingsEdit.threshold(rule.id(), threshold.getAsDouble()));
        } else if (threshold.isPresent() || text.isBlank()) {
            preferences.change(SettingsEdit.usualThreshold(rule.id()));
        }
        if (threshold.isEmpty()) {
            var line = Objects.requireNonNull(lines.get(rule.id()));
            line.entry().putBack(text.isBlank() ? ThresholdWords.number(rule, usual(rule)) : now(rule));
        }
    }

    private static boolean isUsual(AlertRule rule, double threshold) {
        return Double.compare(usual(rule), threshold) == 0;
    }

    private static double usual(AlertRule rule) {
        AlertLimit limit = rule.limit();
        return limit == null ? 0 : limit.threshold();
    }

    private String now(AlertRule rule) {
        return ThresholdWords.number(rule, settled.limits().getOrDefault(rule.id(), usual(rule)));
    }

    private void switched(AlertRule rule, boolean on) {
        var off = new TreeSet<>(settled.off());
        if (on) {
            off.remove(rule.id());
        } else {
            off.add(rule.id());
        }
        preferences.change(SettingsEdit.off(List.copyOf(off)));
    }

    @Override
    public String title() {
        return "Thresholds";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void show(SettingsState state) {
        settled = state.settled().settings().alerts();
        notifications.show(state.settled().settings().notifications());
        lines.values().forEach(line -> {
            line.entry().show(now(line.rule()));
            line.back().setVisible(settled.limits().containsKey(line.rule().id()));
            line.on().setSelected(!settled.off().contains(line.rule().id()));
        });
    }
}
