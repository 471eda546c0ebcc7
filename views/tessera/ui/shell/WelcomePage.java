package tessera.ui.shell;

import java.util.Optional;
import java.util.function.Consumer;
import tessera.ui.AppServices;
import tessera.ui.settings.WelcomeView;

/** Welcome page that leads to a cluster, while it is shown. FX thread. */
final class WelcomePage {

    private final AppServices desk;
    private Optional<WelcomeView> shown = Optional.empty();

    WelcomePage(AppServices desk) {
        this.desk = desk;
    }

    /** @param enter opens the cluster of a context */
    WelcomeView show(Consumer<String> enter) {
        leave();
        var page = new WelcomeView(desk, enter);
        shown = Optional.of(page);
        return page;
    }

    /** Records that a cluster was opened, so that the next start opens one; returns whether the page is shown. */
    boolean markOpened() {
        desk.layoutMemory().remember(WelcomeView.STARTED, "true");
        return shown.isPresent();
    }

    void leave() {
        shown.ifPresent(WelcomeView::close);
        shown = Optional.empty();
    }
}
