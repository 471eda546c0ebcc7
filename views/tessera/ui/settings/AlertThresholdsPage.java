package tessera.ui.settings;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeSet;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRuleOverrides;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertThreshold;
import tessera.alerts.AlertThreshold.ThresholdComparison;
import tessera.alerts.AlertValueUnit;
import tessera.settings.DesktopNotificationThreshold;
import tessera.settings.SettingsFileEdit;
import tessera.text.MessageCatalog;
import tessera.ui.UserSettingsAccess;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.TextLabelFactory;

/** Settings page of the alert thresholds: each rule with its default threshold, and a way back to it. */
final class AlertThresholdsPage extends SettingsPage {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertThresholdsPage.class);
    private static final double FIELD = 72;

    private final UserSettingsAccess preferences;
    private final SettingChoiceRow<DesktopNotificationThreshold> notifications;
    private final Map<String, AlertThresholdRow> lines = new HashMap<>();
    private AlertRuleOverrides savedAlertRuleOverrides = AlertRuleOverrides.noOverrides();

    /** Controls for the settings of one rule. */
    private record AlertThresholdRow(AlertRule rule, SettingTextField entry, Button defaultButton, CheckBox on) {}

    AlertThresholdsPage(UserSettingsAccess preferences) {
        super("settings-thresholds", MESSAGES.text("thresholds.title"), MESSAGES.text("thresholds.about"));
        this.preferences = preferences;
        notifications = new SettingChoiceRow<>("settings-notifications", List.of(DesktopNotificationThreshold.values()),
                settings -> preferences.change(SettingsFileEdit.setNotifications(settings)));
        addRows(createRow(MESSAGES.text("thresholds.notifications"), MESSAGES.text("thresholds.notificationsHelp"),
                notifications.node()));
        var rules = new ArrayList<>(AlertRules.standardRules().allRules());
        rules.sort(Comparator.comparing(rule -> rule.limit() == null));
        rules.forEach(rule -> node().getChildren().add(ruleRow(rule)));
    }

    private Node ruleRow(AlertRule rule) {
        var entry = new SettingTextField("settings-threshold-" + rule.id(), "", text -> requestThreshold(rule, text));
        entry.node().setPrefWidth(FIELD);
        entry.node().setAlignment(Pos.CENTER_RIGHT);
        entry.node().setAccessibleText(MESSAGES.text("thresholds.of", rule.title()));
        var back = InputControlFactory.wholeButton("settings-default-" + rule.id(), MESSAGES.text("thresholds.reset"),
                () -> preferences.change(SettingsFileEdit.resetThreshold(rule.id())));
        back.getStyleClass().add("small");
        var on = new CheckBox(MESSAGES.text("thresholds.alarm"));
        on.setId("settings-alarm-" + rule.id());
        on.setMinWidth(Region.USE_PREF_SIZE);
        on.setOnAction(event -> setEnabled(rule, on.isSelected()));
        lines.put(rule.id(), new AlertThresholdRow(rule, entry, back, on));
        var controls = new HBox(12);
        controls.setAlignment(Pos.CENTER_RIGHT);
        if (AlertThresholdTextConverter.isEditable(rule)) {
            controls.getChildren().addAll(back, entry.node(), unitNode(rule));
        }
        controls.getChildren().add(on);
        controls.setMinWidth(Region.USE_PREF_SIZE);
        return createRow(rule.title(), AlertThresholdTextConverter.thresholdText(rule), controls);
    }

    private static Node unitNode(AlertRule rule) {
        var unit = TextLabelFactory.label(AlertThresholdTextConverter.unitText(rule), "muted");
        unit.setMinWidth(36);
        return unit;
    }

    private void requestThreshold(AlertRule rule, String text) {
        var threshold = AlertThresholdTextConverter.parse(rule, text);
        if (threshold.isPresent() && !isDefault(rule, threshold.getAsDouble())) {
            preferences.change(SettingsFileEdit.setThreshold(rule.id(), threshold.getAsDouble()));
        } else if (threshold.isPresent() || text.isBlank()) {
            preferences.change(SettingsFileEdit.resetThreshold(rule.id()));
        }
        if (threshold.isEmpty()) {
            var row = Objects.requireNonNull(lines.get(rule.id()));
            row.entry().restore(text.isBlank() ? AlertThresholdTextConverter.numberText(rule, defaultThreshold(rule))
                    : currentText(rule));
        }
    }

    private static boolean isDefault(AlertRule rule, double threshold) {
        return Double.compare(defaultThreshold(rule), threshold) == 0;
    }

    private static double defaultThreshold(AlertRule rule) {
        AlertThreshold limit = rule.limit();
        return limit == null ? 0 : limit.threshold();
    }

    private String currentText(AlertRule rule) {
        return AlertThresholdTextConverter.numberText(rule,
                savedAlertRuleOverrides.thresholds().getOrDefault(rule.id(), defaultThreshold(rule)));
    }

    private void setEnabled(AlertRule rule, boolean on) {
        var off = new TreeSet<>(savedAlertRuleOverrides.disabledRules());
        if (on) {
            off.remove(rule.id());
        } else {
            off.add(rule.id());
        }
        preferences.change(SettingsFileEdit.disableRules(List.copyOf(off)));
    }

    @Override
    void show(SettingsScreenState state) {
        savedAlertRuleOverrides = state.settings().settings().alerts();
        notifications.show(state.settings().settings().notifications());
        lines.values().forEach(row -> {
            row.entry().show(currentText(row.rule()));
            row.defaultButton().setVisible(savedAlertRuleOverrides.thresholds().containsKey(row.rule().id()));
            row.on().setSelected(!savedAlertRuleOverrides.disabledRules().contains(row.rule().id()));
        });
    }

    /** Conversion of thresholds to and from text: shares in percent. */
    private static final class AlertThresholdTextConverter {

        private static final int PERCENT = 100;

        private AlertThresholdTextConverter() {}

        /** Returns whether the rule has a number that users can understand. */
        static boolean isEditable(AlertRule rule) {
            var limit = rule.limit();
            return limit != null && limit.comparison() != ThresholdComparison.ANY_BIT
                    && limit.comparison() != ThresholdComparison.EQUALS && rule.signal() != AlertSignal.HEALTH_WATCH;
        }

        static String thresholdText(AlertRule rule) {
            var limit = rule.limit();
            if (limit == null || !isEditable(rule)) {
                return MESSAGES.text("thresholds.severity", rule.severity());
            }
            var usual = (numberText(rule, limit.threshold()) + " " + unitText(rule)).strip();
            return MESSAGES.text("thresholds.rule", MESSAGES.text("thresholds.severity", rule.severity()),
                    limit.comparison(), usual, limit.deviceMetric() != null);
        }

        static String unitText(AlertRule rule) {
            return switch (rule.signal().unit()) {
                case CELSIUS -> "°C";
                case SHARE -> "%";
                case PER_MINUTE -> "/min";
                case COUNT, NONE -> "";
            };
        }

        static String numberText(AlertRule rule, double threshold) {
            var shown = BigDecimal.valueOf(threshold).multiply(BigDecimal.valueOf(displayFactor(rule))).setScale(3,
                    RoundingMode.HALF_UP);
            return shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString();
        }

        /** Parses a typed threshold; empty where it is not valid for the rule. */
        static OptionalDouble parse(AlertRule rule, String text) {
            try {
                var typed = new BigDecimal(text.strip().replace(',', '.'))
                        .divide(BigDecimal.valueOf(displayFactor(rule)));
                boolean fits = typed.signum() >= 0
                        && (rule.signal().unit() != AlertValueUnit.SHARE || typed.compareTo(BigDecimal.ONE) <= 0);
                if (fits) {
                    return OptionalDouble.of(typed.doubleValue());
                }
                return OptionalDouble.empty();
            } catch (NumberFormatException _) {
                return OptionalDouble.empty();
            }
        }

        private static int displayFactor(AlertRule rule) {
            return rule.signal().unit() == AlertValueUnit.SHARE ? PERCENT : 1;
        }
    }
}
