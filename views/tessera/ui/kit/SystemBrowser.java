package tessera.ui.kit;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.util.List;
import java.util.Locale;

/** The user's browser, told to go to a page as the system does it. */
public final class SystemBrowser {

    private SystemBrowser() {}

    /**
     * Has it show a page.
     *
     * @throws IOException when the system knows no way to
     */
    public static void show(URI page) throws IOException {
        new ProcessBuilder(command(System.getProperty("os.name", ""), page)).redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD).start();
    }

    static List<String> command(String system, URI page) {
        var name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return List.of("rundll32", "url.dll,FileProtocolHandler", page.toString());
        }
        return List.of(name.startsWith("mac") ? "open" : "xdg-open", page.toString());
    }
}
