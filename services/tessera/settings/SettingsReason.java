package tessera.settings;

import java.nio.file.Path;
import java.util.List;
import tessera.text.Reason;

/** A reason why a setting, or the whole file, does not apply. Fields never hold the value of a setting that may be secret. */
public sealed interface SettingsReason extends Reason {

    /** A fault at a line of the file. */
    record SettingsFaultAtLine(long line, SettingsReason fault) implements SettingsReason {}

    /** A fault in a file. */
    record SettingsFaultInFile(Path file, String fault) implements SettingsReason {}

    /** Changes are blocked until the faults of the file are fixed. */
    record ChangesBlockedByFault() implements SettingsReason {}

    /** The file cannot be read. */
    record SettingsUnreadable(Path file) implements SettingsReason {}

    /** The file was damaged and was moved aside. */
    record SettingsDamaged(Path file, Path copy) implements SettingsReason {}

    /** The file of alert settings of former releases was taken over. */
    record LegacyAlertsMigrated(Path file) implements SettingsReason {}

    /** The file of alert settings of former releases is damaged. */
    record LegacyAlertsDamaged(Path file) implements SettingsReason {}

    /** There is no such setting. */
    record SettingUnknown(String name) implements SettingsReason {}

    /** A setting has a value of another type. */
    record SettingTypeWrong(String name, SettingType type) implements SettingsReason {}

    /** The type of a setting. */
    enum SettingType implements SettingsReason {
        OBJECT,
        BOOLEAN,
        STRING,
        STRINGS
    }

    /** A number is out of its range. */
    record SettingOutOfRange(String name, int minimum, int maximum) implements SettingsReason {}

    /** A setting has none of its values. */
    record SettingValueUnknown(String name, List<String> values) implements SettingsReason {}

    /** There is no such alert rule. */
    record AlertRuleUnknown(String rule) implements SettingsReason {}

    /** An alert rule has no threshold. */
    record AlertRuleWithoutThreshold(String rule) implements SettingsReason {}

    /** A threshold is no number, or negative. */
    record AlertThresholdInvalid(String rule) implements SettingsReason {}

    /** A threshold of a share is more than 1. */
    record AlertThresholdTooLarge(String rule, double threshold) implements SettingsReason {}

    /** A fault of the access to a Prometheus. */
    enum PrometheusAccessFault implements SettingsReason {
        URL_MISSING,
        LOGIN_IN_URL,
        TOKEN_AND_PASSWORD,
        INCOMPLETE_PASSWORD,
        INCOMPLETE_CERTIFICATE
    }

    /** The file holds no JSON object. */
    record SettingsMissing() implements SettingsReason {}
}
