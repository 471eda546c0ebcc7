package tessera.ui.inspect;

import java.util.Locale;
import tessera.text.MessageCatalog;

/** A page of the inspector, in the order in which a user is offered them. */
public enum InspectorPageName {
    OVERVIEW,
    WHY,
    MIG,
    METRICS,
    HEALTH,
    PODS,
    LABELS,
    EVENTS,
    CONTAINERS,
    LOGS,
    YAML;

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorPageName.class);

    String title() {
        return MESSAGES.text("tab.title", this);
    }

    String nodeId() {
        return "inspector-" + name().toLowerCase(Locale.ROOT);
    }
}
