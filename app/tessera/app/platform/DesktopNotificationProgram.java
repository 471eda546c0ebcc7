package tessera.app.platform;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import tessera.ui.alerts.NewAlertsNotification;

/**
 * The program by which a desktop shows notifications, and its arguments. Names in a notice come from the cluster: they are
 * handed over as arguments or variables, and are never part of a script.
 */
public enum DesktopNotificationProgram {
    /** What desktops on Linux have. */
    NOTIFY_SEND("notify-send") {
        @Override
        List<String> argumentsFor(NewAlertsNotification notification) {
            return List.of("--app-name=Tessera", "--urgency=" + (notification.urgent() ? "critical" : "normal"), "--",
                    notification.title(), escapeMarkup(notification.text()));
        }
    },
    /** Of macOS. Its script takes what follows it; the first of these is no option, so that the others cannot be. */
    OSASCRIPT("osascript") {
        @Override
        List<String> argumentsFor(NewAlertsNotification notification) {
            var script = "display notification (item 3 of argv) with title (item 1 of argv) subtitle (item 2 of argv)";
            return List.of("-e", "on run argv", "-e", script + (notification.urgent() ? " sound name \"Sosumi\"" : ""),
                    "-e", "end run", "Tessera", notification.title(), notification.text());
        }
    },
    /**
     * Of Windows: only this PowerShell, not the newer one, knows the desktop. Its own name stands for ours, because Windows shows
     * nothing of an application that the start menu does not know.
     */
    POWERSHELL("powershell.exe") {
        @Override
        List<String> argumentsFor(NewAlertsNotification notification) {
            return List.of("-NoProfile", "-NonInteractive", "-Command", TOAST);
        }

        @Override
        Map<String, String> variablesFor(NewAlertsNotification notification) {
            return Map.of("TESSERA_NOTICE_TITLE", notification.title(), "TESSERA_NOTICE_TEXT", notification.text(),
                    "TESSERA_NOTICE_SOUND", notification.urgent() ? "ms-winsoundevent:Notification.Reminder" : "");
        }
    };

    /** Without a quotation mark, which Windows and Java would each quote in their own way. */
    private static final String TOAST = String.join("; ", "$ErrorActionPreference = 'Stop'",
            "$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, "
                    + "ContentType = WindowsRuntime]",
            "$page = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent("
                    + "[Windows.UI.Notifications.ToastTemplateType]::ToastText02)",
            "$lines = $page.GetElementsByTagName('text')",
            "$null = $lines.Item(0).AppendChild($page.CreateTextNode($env:TESSERA_NOTICE_TITLE))",
            "$null = $lines.Item(1).AppendChild($page.CreateTextNode($env:TESSERA_NOTICE_TEXT))",
            "if ($env:TESSERA_NOTICE_SOUND) { $sound = $page.CreateElement('audio'); "
                    + "$sound.SetAttribute('src', $env:TESSERA_NOTICE_SOUND); "
                    + "$null = $page.DocumentElement.AppendChild($sound) }",
            "$known = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'",
            "$toast = New-Object Windows.UI.Notifications.ToastNotification $page",
            "[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($known).Show($toast)");

    private final String program;

    DesktopNotificationProgram(String program) {
        this.program = program;
    }

    /**
     * Returns the program of an operating system.
     *
     * @param system as Java calls it
     */
    public static DesktopNotificationProgram forSystem(String system) {
        var name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return POWERSHELL;
        }
        if (name.startsWith("mac")) {
            return OSASCRIPT;
        }
        return NOTIFY_SEND;
    }

    /** Returns the program's name, as it is found on the path. */
    public String programName() {
        return program;
    }

    /** Returns the arguments on the command line. */
    abstract List<String> argumentsFor(NewAlertsNotification notification);

    /** Returns the environment variables to add. */
    Map<String, String> variablesFor(NewAlertsNotification notification) {
        return Map.of();
    }

    /** Escapes a text, as desktops on Linux read it as markup. */
    private static String escapeMarkup(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
