package tessera.ui.shell;

import java.util.Optional;
import java.util.function.Consumer;
import tessera.ui.AppServices;
import tessera.ui.settings.WelcomeView;

/** Welcome page that leads to a cluster, while it is shown. FX thread. */
final class WelcomeViewHost {

    private final AppServices services;
    private Optional<WelcomeView> welcomeView = Optional.empty();

    WelcomeViewHost(AppServices services) {
        this.services = services;
    }

    /** @param enter opens the cluster of a context */
    WelcomeView show(Consumer<String> enter) {
        leave();
        var page = new WelcomeView(services, enter);
        welcomeView = Optional.of(page);
        return page;
    }

    /** Records that a cluster was opened, so that the next start opens one; returns whether the page is shown. */
    boolean markOpened() {
        services.layoutMemory().remember(WelcomeView.STARTED, "true");
        return welcomeView.isPresent();
    }

    void leave() {
        welcomeView.ifPresent(WelcomeView::close);
        welcomeView = Optional.empty();
    }
}
