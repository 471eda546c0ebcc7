package tessera.ui.shell;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import tessera.ui.change.ClusterChangeDialog;

/** Stack of temporary overlays above the window. FX thread. */
final class OverlayStack {

    private final CommandPalette palette;
    private final KeyboardShortcutsDialog help = new KeyboardShortcutsDialog();
    private final EndContainerSessionsDialog leaving = new EndContainerSessionsDialog();
    private final ClusterChangeDialog changeDialog;
    private final CredentialPluginDialog plugin;
    private final List<Runnable> changed = new ArrayList<>();

    OverlayStack(CommandPalette palette, ClusterChangeDialog changeDialog, CredentialPluginDialog plugin) {
        this.palette = palette;
        this.changeDialog = changeDialog;
        this.plugin = plugin;
    }

    /** Returns the overlays, the lowest first. */
    List<Node> nodes() {
        return List.of(changeDialog.node(), help.node(), palette.node(), leaving.node(), plugin.node());
    }

    CommandPalette palette() {
        return palette;
    }

    KeyboardShortcutsDialog keyHelp() {
        return help;
    }

    ClusterChangeDialog changeSheet() {
        return changeDialog;
    }

    EndContainerSessionsDialog leaveQuestion() {
        return leaving;
    }

    CredentialPluginDialog plugin() {
        return plugin;
    }

    /** Calls a listener whenever a change has ended, as the state may be different then. */
    void onChange(Runnable told) {
        changed.add(told);
    }

    /** Notifies the listeners that a change has ended. */
    void notifyChanged() {
        changed.forEach(Runnable::run);
    }

    /** Returns whether an overlay requires an answer, so that no key may reach the screen behind it. */
    boolean isBlocking() {
        return plugin.isOpen() || leaving.isOpen() || palette.isOpen() || help.isOpen() || changeDialog.isOpen();
    }

    /** Closes the uppermost; returns whether there was one. */
    boolean closeInnermost() {
        if (plugin.isOpen()) {
            plugin.refuse();
        } else if (leaving.isOpen()) {
            leaving.close();
        } else if (palette.isOpen()) {
            palette.close();
        } else if (help.isOpen()) {
            help.close();
        } else if (changeDialog.isOpen()) {
            changeDialog.leave();
        } else {
            return false;
        }
        return true;
    }
}
