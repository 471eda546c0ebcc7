package tessera.ui.kit;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.util.List;
import java.util.Locale;

/** The user's web browser, opened as the operating system does it. */
public final class SystemBrowser {

    private SystemBrowser() {}

    /**
     * Opens a page.
     *
     * @throws IOException when the system knows no way to
     */
    public static void openPage(URI page) throws IOException {
        new ProcessBuilder(openCommand(System.getProperty("os.name", ""), page)).redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD).start();
    }

    static List<String> openCommand(String system, URI page) {
        var name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return List.of("rundll32", "url.dll,FileProtocolHandler", page.toString());
        }
        return List.of(name.startsWith("mac") ? "open" : "xdg-open", page.toString());
    }
}
