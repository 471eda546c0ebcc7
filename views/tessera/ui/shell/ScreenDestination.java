package tessera.ui.shell;

import java.util.List;
import tessera.text.MessageCatalog;
import tessera.ui.kit.FontIcon;

/** The screens the rail leads to. */
public enum ScreenDestination {
    FLEET("screen.fleet", FontIcon.FLEET),
    NODES("screen.nodes", FontIcon.NODES),
    GPUS("screen.gpus", FontIcon.GPUS),
    PODS("screen.pods", FontIcon.PODS),
    METRICS("screen.metrics", FontIcon.METRICS),
    SHARING("screen.sharing", FontIcon.SHARING),
    OPERATOR("screen.operator", FontIcon.OPERATOR),
    ALERTS("screen.alerts", FontIcon.ALERTS),
    JOURNAL("screen.journal", FontIcon.JOURNAL),
    QUOTAS("screen.quotas", FontIcon.QUOTAS),
    CLAIMS("screen.claims", FontIcon.CLAIMS),
    DOCTOR("screen.doctor", FontIcon.DOCTOR),
    SETTINGS("screen.settings", FontIcon.SETTINGS);

    /** In the order of the rail. */
    static final List<ScreenDestination> ALL = List.of(values());

    /** How many of them a digit leads to. */
    static final int BY_DIGIT = 9;

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ScreenDestination.class);

    private final String titleKey;
    private final FontIcon icon;

    ScreenDestination(String titleKey, FontIcon icon) {
        this.titleKey = titleKey;
        this.icon = icon;
    }

    public String title() {
        return MESSAGES.text(titleKey);
    }

    FontIcon icon() {
        return icon;
    }
}
