package tessera.lint.rule;

import tessera.text.Reason;

/** A problem with a query, an alert, a dashboard or an exporter. */
sealed interface LintMonitoringReason extends Reason {

    record InvalidAlertQuery(String rule, Reason problem, boolean operator) implements LintMonitoringReason {}

    record UncheckedAlertQuery(String rule, Reason problem) implements LintMonitoringReason {}

    record InvalidAlertTemplate(String rule, Reason problem, boolean operator) implements LintMonitoringReason {}

    record InvalidRuleDuration(String rule, String field, String value,
            boolean operator) implements LintMonitoringReason {}

    record DoublyNamedRule(String rule, boolean operator) implements LintMonitoringReason {}

    record UnnamedRule(boolean operator) implements LintMonitoringReason {}

    record RecordingRuleField(String rule, String field, boolean operator) implements LintMonitoringReason {}

    record MetricUnitMisread(String subject, Reason mistake) implements LintMonitoringReason {}

    record PanelQueryError(String panel, Reason problem) implements LintMonitoringReason {}

    record UnknownDcgmField(String metric, String similar) implements LintMonitoringReason {}

    record UnlistedDcgmField(String metric) implements LintMonitoringReason {}

    record UnknownExporterField(String metric, String similar) implements LintMonitoringReason {}

    record GpuCountedTwice() implements LintMonitoringReason {}

    record MebibytesAsMegabytes() implements LintMonitoringReason {}

    record PanelInMegabytes(String panel) implements LintMonitoringReason {}

    record HiddenExporterLabels() implements LintMonitoringReason {}

    record AlertsInConfigMap() implements LintMonitoringReason {}

    record WrappedDashboard() implements LintMonitoringReason {}

    record UnlabelledDashboard(String label) implements LintMonitoringReason {}

    record RemovedGraphPanel(String panel) implements LintMonitoringReason {}

    record ExporterMountWrong(String directory) implements LintMonitoringReason {}
}
