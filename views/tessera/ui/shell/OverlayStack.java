package tessera.ui.shell;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import tessera.ui.change.ChangeSheet;

/** What lies over the window for a while, one above the other. FX thread. */
final class OverlayStack {

    private final CommandPalette palette;
    private final KeyHelp help = new KeyHelp();
    private final LeaveQuestion leaving = new LeaveQuestion();
    private final ChangeSheet sheet;
    private final PluginSheet plugin;
    private final List<Runnable> changed = new ArrayList<>();

    OverlayStack(CommandPalette palette, ChangeSheet sheet, PluginSheet plugin) {
        this.palette = palette;
        this.sheet = sheet;
        this.plugin = plugin;
    }

    /** The lowest first. */
    List<Node> nodes() {
        return List.of(sheet.node(), help.node(), palette.node(), leaving.node(), plugin.node());
    }

    CommandPalette palette() {
        return palette;
    }

    KeyHelp help() {
        return help;
    }

    ChangeSheet sheet() {
        return sheet;
    }

    LeaveQuestion leaving() {
        return leaving;
    }

    PluginSheet plugin() {
        return plugin;
    }

    /** Who is told whenever a change has ended, as something may be otherwise then. */
    void onChange(Runnable told) {
        changed.add(told);
    }

    /** A change has ended. */
    void changed() {
        changed.forEach(Runnable::run);
    }

    /** Whether something lies over the window that wants an answer, so that no key may reach what is behind it. */
    boolean cover() {
        return plugin.isOpen() || leaving.isOpen() || palette.isOpen() || help.isOpen() || sheet.isOpen();
    }

    /** Closes the uppermost; whether there was one. */
    boolean closeInnermost() {
        if (plugin.isOpen()) {
            plugin.refuse();
        } else if (leaving.isOpen()) {
            leaving.close();
        } else if (palette.isOpen()) {
            palette.close();
        } else if (help.isOpen()) {
            help.close();
        } else if (sheet.isOpen()) {
            sheet.leave();
        } else {
            return false;
        }
        return true;
    }
}
