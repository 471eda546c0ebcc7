package tessera.ui.shell;

import java.util.List;
import tessera.ui.kit.IconFont;

/** The screens the rail leads to. */
public enum ScreenDestination {
    FLEET("Fleet", IconFont.FLEET),
    NODES("Nodes", IconFont.NODES),
    GPUS("GPUs", IconFont.GPUS),
    PODS("Pods", IconFont.PODS),
    METRICS("Metrics", IconFont.METRICS),
    SHARING("Sharing", IconFont.SHARING),
    OPERATOR("Operator", IconFont.OPERATOR),
    ALERTS("Alerts", IconFont.ALERTS),
    JOURNAL("Journal", IconFont.JOURNAL),
    QUOTAS("Quotas", IconFont.QUOTAS),
    CLAIMS("Claims", IconFont.CLAIMS),
    DOCTOR("Doctor", IconFont.DOCTOR),
    SETTINGS("Settings", IconFont.SETTINGS);

    /** In the order of the rail. */
    static final List<ScreenDestination> ALL = List.of(values());

    /** How many of them a digit leads to. */
    static final int BY_DIGIT = 9;

    private final String title;
    private final IconFont icon;

    ScreenDestination(String title, IconFont icon) {
        this.title = title;
        this.icon = icon;
    }

    public String title() {
        return title;
    }

    IconFont icon() {
        return icon;
    }
}
