package tessera.ui.shell;

import java.util.Optional;
import java.util.function.Consumer;
import tessera.ui.AppServices;
import tessera.ui.settings.WelcomeView;

/** The page that leads to a cluster, while it is in sight. FX thread. */
final class FirstPage {

    private final AppServices desk;
    private Optional<WelcomeView> shown = Optional.empty();

    FirstPage(AppServices desk) {
        this.desk = desk;
    }

    /** @param enter opens the cluster of a context */
    WelcomeView show(Consumer<String> enter) {
        leave();
        var page = new WelcomeView(desk, enter);
        shown = Optional.of(page);
        return page;
    }

    /** A cluster was opened, so that the next start opens one; whether the page is in sight. */
    boolean done() {
        desk.memory().remember(WelcomeView.STARTED, "true");
        return shown.isPresent();
    }

    void leave() {
        shown.ifPresent(WelcomeView::close);
        shown = Optional.empty();
    }
}
