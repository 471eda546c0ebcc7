package tessera.ui.shell;

import java.util.List;
import tessera.ui.kit.FontIcon;

/** The screens the rail leads to. */
public enum ScreenDestination {
    FLEET("Fleet", FontIcon.FLEET),
    NODES("Nodes", FontIcon.NODES),
    GPUS("GPUs", FontIcon.GPUS),
    PODS("Pods", FontIcon.PODS),
    METRICS("Metrics", FontIcon.METRICS),
    SHARING("Sharing", FontIcon.SHARING),
    OPERATOR("Operator", FontIcon.OPERATOR),
    ALERTS("Alerts", FontIcon.ALERTS),
    JOURNAL("Journal", FontIcon.JOURNAL),
    QUOTAS("Quotas", FontIcon.QUOTAS),
    CLAIMS("Claims", FontIcon.CLAIMS),
    DOCTOR("Doctor", FontIcon.DOCTOR),
    SETTINGS("Settings", FontIcon.SETTINGS);

    /** In the order of the rail. */
    static final List<ScreenDestination> ALL = List.of(values());

    /** How many of them a digit leads to. */
    static final int BY_DIGIT = 9;

    private final String title;
    private final FontIcon icon;

    ScreenDestination(String title, FontIcon icon) {
        this.title = title;
        this.icon = icon;
    }

    public String title() {
        return title;
    }

    FontIcon icon() {
        return icon;
    }
}
