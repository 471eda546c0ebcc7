package tessera.ui.shell;

import java.util.List;
import tessera.ui.kit.Icons;

/** The screens the rail leads to. */
public enum Destination {
    FLEET("Fleet", Icons.FLEET),
    NODES("Nodes", Icons.NODES),
    GPUS("GPUs", Icons.GPUS),
    PODS("Pods", Icons.PODS),
    METRICS("Metrics", Icons.METRICS),
    SHARING("Sharing", Icons.SHARING),
    OPERATOR("Operator", Icons.OPERATOR),
    ALERTS("Alerts", Icons.ALERTS),
    JOURNAL("Journal", Icons.JOURNAL),
    QUOTAS("Quotas", Icons.QUOTAS),
    CLAIMS("Claims", Icons.CLAIMS),
    DOCTOR("Doctor", Icons.DOCTOR),
    SETTINGS("Settings", Icons.SETTINGS);

    /** In the order of the rail. */
    static final List<Destination> ALL = List.of(values());

    /** How many of them a digit leads to. */
    static final int BY_DIGIT = 9;

    private final String title;
    private final Icons icon;

    Destination(String title, Icons icon) {
        this.title = title;
        this.icon = icon;
    }

    public String title() {
        return title;
    }

    Icons icon() {
        return icon;
    }
}
