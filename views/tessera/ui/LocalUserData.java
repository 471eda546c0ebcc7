package tessera.ui;

import tessera.model.ProblemException;
import tessera.plan.journal.ChangeJournal;

/** What the user keeps on this machine: kubeconfig files, preferences, window state, and the journal of changes. */
public interface LocalUserData {

    /** Returns the kubeconfig files. */
    KubeconfigSourceProvider contextSources();

    /** Returns the user's preferences. */
    UserSettingsAccess preferences();

    /** Returns the reports of crashes of the program itself. */
    CrashReportFolder crashReports();

    /** Returns the journal of changes made from this machine. Waits for the disk; not for the FX thread. */
    ChangeJournal.ChangeJournalContent changeJournal() throws ProblemException;
}
